// The edition with a server, which makes all pages and marks those to cache.
const DRAWN_ANEW = `<script type="module" src="{{ match_pages }}"></script>`;

function ask(request) {
  return fetch(request);
}

// A cached page says since when it is cached; the engine draws what grows with the log.
function asShown(cached, address) {
  const script = /\/(log|scoresheet)\/$/.test(address) ? DRAWN_ANEW : "";
  return withAttribute(cached, `data-kept="${cached.headers.get("X-Kept")}"`, script);
}

function isMadeHere() {
  return false;
}
