// What the rules find and what they let pass, and that the scripts run in the oldest browsers and in no older one.

import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";

import css from "@eslint/css";
import { RuleTester } from "eslint";

import oldestBrowsers, { browserslist, css as data } from "./oldest_browsers.js";

Object.assign(RuleTester, { describe, it });
const { scripts, styles } = oldestBrowsers.rules;
const options = [{ allow: [] }];
const lacking = (code, ...messages) => ({ code, options, errors: messages.map((message) => ({ message })) });
const inAll = (code) => ({ code, options });

new RuleTester().run("scripts", scripts, {
  valid: [
    "[1].at(-1); structuredClone({}); AbortSignal.abort(); const { serviceWorker } = navigator; own.anyName();",
    "const room = await navigator.storage.estimate?.();",
    "(window.requestIdleCallback ?? setTimeout)(act); navigator.connection?.saveData;",
    "if (window.CloseWatcher) new CloseWatcher();",
    "if ('databases' in indexedDB) await indexedDB.databases();",
  ].map(inAll),
  invalid: [
    lacking("await navigator.storage.estimate()", "estimate is not in safari 16.4"),
    lacking("await indexedDB.databases()", "databases is not in firefox 121"),
    lacking("const { databases } = indexedDB", "databases is not in firefox 121"),
    lacking("AbortSignal.any([])", "any is not in safari 16.4, chrome 109, firefox 121"), // Promise.any is old
    lacking("[1].toSorted()", "toSorted is not in chrome 109"),
    lacking("new CloseWatcher()", "CloseWatcher is not in safari 16.4, chrome 109, firefox 121"),
  ],
});

new RuleTester({ plugins: { css }, language: "css/css" }).run("styles", styles, {
  valid: [
    "a:has(b) { min-height: 2lh; inset: 0; --own: 1px; color: rgb(0 0 0) }",
    "@media (hover: hover) { a { aspect-ratio: 1 } }",
    "@supports (anchor-name: --a) { a { anchor-name: --a } }",
  ].map(inAll),
  invalid: [
    lacking("@media (scripting: none) { a { top: 0 } }", "scripting is not in safari 16.4, chrome 109"),
    lacking("a { &:hover { top: 0 } }", "nesting is not in safari 16.4, chrome 109"),
    lacking("a { color: color-mix(in srgb, red, blue) }", "color-mix() is not in chrome 109"),
    lacking("a { --shade: color-mix(in srgb, red, blue) }", "color-mix() is not in chrome 109"),
    lacking("a:user-valid { top: 0 }", ":user-valid is not in safari 16.4, chrome 109"),
    lacking("a { text-wrap: balance }", "text-wrap is not in safari 16.4, chrome 109", "balance is not in safari 16.4, chrome 109"),
    lacking("@starting-style { a { top: 0 } }", "@starting-style is not in safari 16.4, chrome 109, firefox 121"),
  ],
});

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

describe("the condition under which scripts run", () => {
  const condition = "(width: 1lh) and selector(:has(a))";

  it("is the same in scripts and style sheets", () => {
    assert.ok(read("static/js/dom.js").includes(`!CSS.supports("${condition}")`));
    assert.ok(read("static/css/app.css").includes(`@supports ${condition} {`));
  });

  it("is met by the oldest browsers, and by none before them", () => {
    const versions = [data.types.length.lh, data.selectors.has].map(({ __compat: { support } }) => support);
    const first = (name) => Math.max(...versions.map((support) => Number([support[name]].flat()[0].version_added)));
    assert.deepEqual(["safari", "chrome", "firefox"].map((name) => `${name} ${first(name)}`), browserslist);
  });

  it("is asked by every script of a page before it does anything", () => {
    const pages = globSync("templates/**/*.html", { cwd: new URL("../..", import.meta.url) });
    const scripts = new Set(pages.flatMap((page) => [...read(page).matchAll(/<script type="module"\s+src="{% static "([^"]+)"/g)].map(([, path]) => path)));
    scripts.delete("js/offline/repair.js"); // imports nothing: that may be what is damaged
    assert.deepEqual([...scripts].filter((path) => !/^import .* from "\.\.?\/dom\.js";$/m.test(read(`static/${path}`))), []);
    assert.ok(scripts.size > 10);
  });
});

it("README names the oldest browsers", () => {
  const [, names] = /Browsers from\s+(.+?) on can/.exec(read("README.md"));
  assert.deepEqual(names.toLowerCase().split(", "), browserslist);
});
