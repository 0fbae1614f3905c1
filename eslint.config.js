// `make lint` checks with this what browsers get: nothing that the oldest browsers of package.json lack. Scripts
// and their tests follow ESLint's recommended rules too.

import css from "@eslint/css";
import js from "@eslint/js";
import browsers from "@mdn/browser-compat-data" with { type: "json" };

import oldestBrowsers from "./tests/tools/oldest_browsers.js";

const plugins = { css, "oldest-browsers": oldestBrowsers };
// Members of our own data that have the name of a newer member of the web.
const OURS = ["address", "draw", "entry", "first", "forget", "hand", "lines", "memory", "path", "pulse", "reasons"];
const HTMX = ["isError"];
const GUARDED = [
  ...["quota", "usage"], // what navigator.storage.estimate gives, where there is one
  "imageSmoothingQuality", // of a canvas: where it is not, a photo that is made small is coarser
  "databases", // of IndexedDB: where it is not, a phone looks for the database by opening it
  ...["parseCreationOptionsFromJSON", "parseRequestOptionsFromJSON"], // of passkeys, whose button is shown only where they are
  ...["results", "transcript"], // of a recogniser of speech: the key for saying a hand is there only where one is
  "share", // the page of a match shows its buttons only where there is navigator.canShare or navigator.share
  "timeout", // AbortSignal.timeout: before version 124 Chrome gave its error another name, which nothing reads
];
// Where a browser lacks these, a page looks plainer.
const LOOKS = ["accent-color", "cursor", "field-sizing", "forced-color-adjust", "resize", "text-size-adjust", "text-wrap", "ui-monospace"];
LOOKS.push("::marker", "-webkit-tap-highlight-color", "@page"); // without @page paper has the margins of the browser
const OF_ONE_ENGINE = ["progress-bar", "progress-value", "scrollbar", "scrollbar-thumb"].map((name) => `::-webkit-${name}`);
const WITH_PREFIX = ["mask", "mask-image"]; // the property with the prefix stands beside it

const scripts = ["error", { allow: [...OURS, ...HTMX, ...GUARDED] }];
const styles = ["error", { allow: [...LOOKS, ...OF_ONE_ENGINE, ...WITH_PREFIX, "::-moz-progress-bar"] }];

const { api } = browsers;
const names = [api, api.Window, api.EventTarget, { WebAssembly: {} }].flatMap(Object.keys);
const globals = { ...Object.fromEntries(names.map((name) => [name, "readonly"])), onmessage: "writable" };
const recommended = { ...js.configs.recommended.rules, "no-unused-vars": ["error", { ignoreRestSiblings: true }] };

export default [
  { ignores: ["static/vendor/"] },
  { plugins },
  { files: ["**/*.js"], languageOptions: { ecmaVersion: 2022 } }, // the syntax that all of them have
  { files: ["eslint.config.js"], languageOptions: { ecmaVersion: 2025 } }, // no browser gets it
  { files: ["static/js/**/*.js", "tests/js/*.js"], languageOptions: { globals }, rules: recommended },
  { files: ["static/js/**/*.js", "templates/**/*.js"], rules: { "oldest-browsers/scripts": scripts } },
  { files: ["templates/**/*.js"], processor: "oldest-browsers/template" },
  { files: ["static/css/*.css"], language: "css/css", rules: { "oldest-browsers/styles": styles } },
];
