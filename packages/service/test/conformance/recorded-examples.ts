import type { InjectOptions } from 'fastify';
import type { DescribedOperation } from './specification.js';

/** A call that succeeded. */
export interface RecordedCall {
  readonly operation: DescribedOperation;
  /** Values of the path's parameters, in their order. */
  readonly path: readonly (number | string | undefined)[];
  readonly query: string | undefined;
  readonly payload: InjectOptions['payload'];
  readonly response: unknown;
}

/** Maximum number of items that an example shows of a list in a response. */
const SHOWN = 2;

/** Values of fields that are drawn by chance and cannot be recognised by their form. */
const FIXED: Readonly<Record<string, string>> = { studioAccessCode: 'UTJVTJCP' };

/** Returns the examples of the operations by their id. Values that differ between two runs are replaced. */
export function examplesOf(calls: ReadonlyMap<string, RecordedCall>): object {
  const uuids = new Map<string, string>();
  const known = (uuid: string) => {
    const shown = uuids.get(uuid) ?? `5f0c3a52-6f5e-4a0b-8b58-${String(uuids.size + 1).padStart(12, '0')}`;
    uuids.set(uuid, shown);
    return shown;
  };
  const text = (value: string) =>
    value
      .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, known)
      .replaceAll(/(?<![\w-])[\w-]{40,}(?![\w-])/g, 'mQ4kT0ZyVd7nXc2LwRb9HsJf5PgUeA1oKi8BvYtN3xM')
      .replaceAll(/ d="[^"]{500,}"/g, ' d="M40,40h10v10h-10z"')
      .replaceAll(/http:\/\/localhost:\d+/g, 'http://localhost:4010');
  const stable = (value: unknown, isShort: boolean): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value))
      return (isShort ? value.slice(0, SHOWN) : value).map((item) => stable(item, isShort));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([name, member]) => [name, FIXED[name] ?? stable(member, isShort)]),
    );
  };
  return Object.fromEntries(
    [...calls].map(([id, { operation, path, query, payload, response }]) => {
      const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      const inPath = names.map((name, index) => [name, path[index]] as const);
      const inQuery = [...new URLSearchParams(query)];
      const isSent =
        operation.requestBody !== undefined && payload !== undefined && !Buffer.isBuffer(payload);
      return [
        id,
        {
          parameters: stable(Object.fromEntries([...inPath, ...inQuery]), false),
          ...(isSent && { request: stable(payload, false) }),
          ...(response !== null && { response: stable(response, true) }),
        },
      ];
    }),
  );
}
