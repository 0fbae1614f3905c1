// The edition without a server: the worker sets the marks itself, and what the phone makes is asked of nobody.
async function ask(request) {
  const { maker, keptAs } = pageAt(new URL(request.url ?? request, location).pathname);
  if (maker) throw new Error("the phone makes it");
  const answer = await fetch(keptAs ?? request, { cache: "no-cache" }); // hosts let browsers keep pages for minutes
  if (!answer.ok) throw new Error("no such file");
  const text = await answer.text();
  const headers = new Headers(answer.headers);
  headers.set("X-Keep", "nobody.{{ LANGUAGE_CODE }}");
  headers.set("X-Reenganche", /data-version="(\w+)"/.exec(text)?.[1] ?? VERSION);
  return new Response(text, { headers });
}

function asShown(cached) {
  return cached;
}

// A script asks for a page that the engine was too slow to draw: it tries again.
function isMadeHere(url) {
  return pageAt(new URL(url).pathname).maker;
}

// While it starts the worker, Chromium would ask the host for the page that is opened, and so tell it codes of matches: not
// where a route says that pages are of the worker.
addEventListener("install", (event) => event.addRoutes?.({ condition: { requestMode: "navigate" }, source: "fetch-event" }));
