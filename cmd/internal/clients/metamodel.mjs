// Checks what a server sends against the official meta-model of the protocol, which
// is in the package vscode-languageserver-protocol.
import { readFileSync } from 'node:fs';

/** What is wrong with a message, one line each: nothing for one that fits. */
export function checker(file) {
  const model = JSON.parse(readFileSync(file, 'utf8'));
  const by = (list, key) => new Map(list.map((x) => [x[key], x]));
  const structures = by(model.structures, 'name');
  const aliases = by(model.typeAliases, 'name');
  const enumerations = by(model.enumerations, 'name');
  const requests = by(model.requests, 'method');
  const notifications = by(model.notifications, 'method');
  const say = (v) => JSON.stringify(v)?.slice(0, 60);
  const uri = (v) => typeof v === 'string' && /^[a-z][a-z0-9+.-]*:/i.test(v);
  const base = {
    string: (v) => typeof v === 'string',
    boolean: (v) => typeof v === 'boolean',
    null: (v) => v === null,
    integer: (v) => Number.isInteger(v) && v >= -(2 ** 31) && v < 2 ** 31,
    uinteger: (v) => Number.isInteger(v) && v >= 0 && v < 2 ** 31,
    decimal: (v) => typeof v === 'number',
    RegExp: (v) => typeof v === 'string',
    DocumentUri: uri,
    URI: uri,
  };
  const free = new Set(['LSPAny', 'LSPObject', 'LSPArray']);

  const properties = (name) => {
    const s = structures.get(name);
    const out = {};
    for (const parent of [...(s.extends ?? []), ...(s.mixins ?? [])]) {
      Object.assign(out, properties(parent.name));
    }
    for (const p of s.properties) {
      out[p.name] = p;
    }
    return out;
  };

  const object = (props, v, at) => {
    if (v === null || typeof v !== 'object' || Array.isArray(v)) {
      return [`${at}: an object is wanted, not ${say(v)}`];
    }
    const wrong = [];
    for (const [key, p] of Object.entries(props)) {
      if (key in v) {
        wrong.push(...check(p.type, v[key], `${at}.${key}`));
      } else if (!p.optional) {
        wrong.push(`${at}.${key} is missing`);
      }
    }
    for (const key of Object.keys(v).filter((k) => !(k in props))) {
      wrong.push(`${at}.${key} is not of the protocol`);
    }
    return wrong;
  };

  const check = (t, v, at) => {
    switch (t.kind) {
      case 'base':
        return base[t.name](v) ? [] : [`${at}: ${t.name} is wanted, not ${say(v)}`];
      case 'reference': {
        if (free.has(t.name)) {
          return [];
        }
        if (aliases.has(t.name)) {
          return check(aliases.get(t.name).type, v, at);
        }
        const e = enumerations.get(t.name);
        if (e) {
          const good = e.values.some((x) => x.value === v) || (e.supportsCustomValues && base[e.type.name](v));
          return good ? [] : [`${at}: ${say(v)} is no ${t.name}`];
        }
        return object(properties(t.name), v, at);
      }
      case 'array':
        return Array.isArray(v) ? v.flatMap((x, i) => check(t.element, x, `${at}[${i}]`)) : [`${at}: a list is wanted, not ${say(v)}`];
      case 'map':
        return v && typeof v === 'object' && !Array.isArray(v) ? Object.entries(v).flatMap(([k, x]) => check(t.value, x, `${at}.${k}`)) : [`${at}: a map is wanted, not ${say(v)}`];
      case 'literal':
        return object(Object.fromEntries(t.value.properties.map((p) => [p.name, p])), v, at);
      case 'stringLiteral':
        return v === t.value ? [] : [`${at}: "${t.value}" is wanted, not ${say(v)}`];
      case 'tuple':
        return Array.isArray(v) && v.length === t.items.length ? v.flatMap((x, i) => check(t.items[i], x, `${at}[${i}]`)) : [`${at}: ${t.items.length} values are wanted, not ${say(v)}`];
      case 'or': {
        const all = t.items.map((x) => check(x, v, at)).sort((a, b) => a.length - b.length);
        return all[0];
      }
      case 'and': {
        const props = Object.assign({}, ...t.items.map((x) => properties(x.name)));
        return object(props, v, at);
      }
    }
    throw new Error(`the meta-model has a type of kind ${t.kind}`);
  };

  return {
    result: (method, v) => (requests.has(method) ? check(requests.get(method).result, v, method) : []),
    params(method, v) {
      const m = requests.get(method) ?? notifications.get(method);
      if (!m) {
        return /^(\$|ci)\//.test(method) ? [] : [`${method} is no method of the protocol`];
      }
      return m.params ? check(m.params, v, method) : [];
    },
  };
}
