// Rules for ESLint: what the oldest browsers of package.json lack, by MDN's browser-compat-data. Scripts have no types, so a
// member is judged by its name: it is reported if no object of the web or of JavaScript has it in all of these browsers.
// A script may use what it tests for (`estimate?.()`, `window.x ?? y`), a style sheet what is inside @supports.

import { readFileSync } from "node:fs";

const read = (url) => JSON.parse(readFileSync(new URL(url)));
const { api, css, javascript } = read(import.meta.resolve("@mdn/browser-compat-data"));
export { css };
export const { browserslist } = read(new URL("../../package.json", import.meta.url));
const ON_PHONES = { safari: "safari_ios", chrome: "chrome_android", firefox: "firefox_android" };

const numbers = (version) => version.replace("≤", "").split(".").map(Number);

// A feature that is partial to this day is whole enough; of what was completed later the early part is not trusted.
function isIn({ version_added: added, version_removed: removed, flags, prefix }, version) {
  if (typeof added !== "string" || added === "preview" || removed || flags || prefix) return false;
  const [[major, minor = 0], [oldMajor, oldMinor = 0]] = [numbers(added), numbers(version)];
  return major < oldMajor || (major === oldMajor && minor <= oldMinor);
}

function lacking({ __compat: { support } }) {
  return browserslist.filter((browser) => {
    const [name, version] = browser.split(" ");
    return ![name, ON_PHONES[name]].every((id) => [support[id] ?? []].flat().some((statement) => isIn(statement, version)));
  });
}

// The features inside others, by name.
function byName(...trees) {
  const index = new Map();
  for (const [key, feature] of trees.flatMap(Object.values).flatMap(Object.entries)) {
    const name = key.replace(/_static$/, "");
    index.set(name, [...(index.get(name) ?? []), feature]);
  }
  return index;
}

const MEMBERS = byName(api, javascript.builtins, javascript.builtins.Intl);
const TYPES = byName({ types: css.types }, css.types);

// Report `name` unless one of the features that it may mean is in all of the browsers, or none is known.
function report(context, node, name, meant = []) {
  if (context.options[0]?.allow.includes(name)) return;
  const [fewest] = meant.filter((feature) => feature?.__compat).map(lacking).sort((one, other) => one.length - other.length);
  if (fewest?.length) context.report({ loc: node.loc, messageId: "lacks", data: { name, browsers: fewest.join(", ") } });
}

const meta = { schema: [{ type: "object", properties: { allow: { type: "array" } } }], messages: { lacks: "{{ name }} is not in {{ browsers }}" } };

function isTested({ parent, ...node }) {
  const isOf = (part) => part?.range[0] === node.range[0] && part.range[1] === node.range[1];
  return parent.type === "LogicalExpression" || parent.operator === "!" || parent.optional || node.optional || isOf(parent.test);
}

const scripts = {
  meta,
  create(context) {
    const [tested, used] = [new Set(), []];
    const free = new Set(); // names that no script declares
    function use(node, name, meant, at = node) {
      if (isTested(node)) tested.add(name);
      used.push([at, name, meant]);
    }
    return {
      Program(node) {
        for (const { identifier } of context.sourceCode.getScope(node).through) free.add(identifier.name);
      },
      Identifier(node) {
        const { name, parent } = node;
        if (free.has(name) && !(parent.property === node && !parent.computed) && parent.key !== node) use(node, name, [api[name] ?? javascript.builtins[name] ?? api.Window[name]]);
      },
      "MemberExpression[computed=false]"(node) {
        const { object, property } = node;
        const owner = free.has(object.name) ? (api[object.name] ?? javascript.builtins[object.name]) : undefined;
        const exact = owner?.[`${property.name}_static`] ?? owner?.[property.name];
        use(node, property.name, exact ? [exact] : MEMBERS.get(property.name), property);
      },
      "ObjectPattern > Property[computed=false]"(node) {
        use(node, node.key.name, MEMBERS.get(node.key.name));
      },
      "BinaryExpression[operator='in'] > Literal"(node) {
        tested.add(node.value);
      },
      "Program:exit"() {
        for (const [at, name, meant] of used) if (!tested.has(name)) report(context, at, name, meant);
      },
    };
  },
};

const styles = {
  meta,
  create(context) {
    let isInSupports = 0;
    let property;
    const check = (node, name, ...meant) => isInSupports || report(context, node, name, meant.flat());
    return {
      Atrule(node) {
        check(node, `@${node.name}`, css["at-rules"][node.name]);
        if (node.name === "supports") isInSupports++;
      },
      "Atrule:exit"({ name }) {
        if (name === "supports") isInSupports--;
      },
      Feature: (node) => check(node, node.name, css["at-rules"][node.kind]?.[node.name]),
      "Rule Rule": (node) => check(node, "nesting", css.selectors.nesting),
      PseudoClassSelector: (node) => check(node, `:${node.name}`, css.selectors[node.name]),
      PseudoElementSelector: (node) => check(node, `::${node.name}`, css.selectors[node.name]),
      Declaration(node) {
        property = context.options[0].allow.includes(node.property) ? undefined : css.properties[node.property];
        check(node, node.property, property);
      },
      "Declaration Identifier": (node) => check(node, node.name, property?.[node.name]),
      "Declaration Function": (node) => check(node, `${node.name}()`, property?.[node.name] ?? TYPES.get(node.name)),
      "Declaration Raw": (node) => node.value.match(/[\w-]+(?=\()/g)?.forEach((name) => check(node, `${name}()`, TYPES.get(name))),
      "Declaration Dimension": (node) => check(node, node.unit, css.types.length[node.unit]),
    };
  },
};

// A template is a script once its tags are gone; the texts between them stay in their places.
const template = {
  preprocess: (text) => [text.replaceAll(/{%.*?%}/g, (tag) => " ".repeat(tag.length))],
  postprocess: (messages) => messages.flat(),
};

export default { rules: { scripts, styles }, processors: { template } };
