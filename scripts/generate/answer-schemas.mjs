import { gatewayDocument } from './gateway-types.mjs';

/** Answers of the gateway. The schemas that they refer to are included automatically. */
const answers = ['Session', 'Payment', 'Bank', 'Error'];

/** @returns {string} JSON: the schemas of the gateway's answers by name, without their descriptions */
export function answerSchemas() {
  const { schemas } = /** @type {{ schemas: Record<string, object> }} */ (
    /** @type {unknown} */ (gatewayDocument().components)
  );
  /** @type {Map<string, unknown>} */
  const taken = new Map();
  for (const names = [...answers]; names.length > 0;) {
    const name = names.pop() ?? '';
    if (taken.has(name)) continue;
    const text = JSON.stringify(schemas[name], (key, value) =>
      key === 'description' && typeof value === 'string' ? undefined : value,
    );
    taken.set(name, JSON.parse(text));
    names.push(...[...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, other = '']) => other));
  }
  return JSON.stringify(Object.fromEntries([...taken].sort(([a], [b]) => a.localeCompare(b))));
}
