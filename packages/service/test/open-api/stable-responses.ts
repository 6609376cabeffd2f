import { readFileSync } from 'node:fs';
import { DEMO_LINK } from '../../src/admin/seed/partner-requests.js';

const UUID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g;

/** The uuids of the demo's files, which are always the same. */
const SEEDED = new Set(
  readFileSync(new URL('../../src/admin/seed/data/northside-berlin.json', import.meta.url), 'utf8').match(
    UUID,
  ),
).add(DEMO_LINK);

/** Maximum number of items that an example shows of a list. */
const SHOWN = 2;

/** Values of fields that are drawn by chance and cannot be recognised by their form. */
const FIXED: Readonly<Record<string, string>> = { studioAccessCode: 'UTJVTJCP' };

/** Returns responses with short lists, in which values that differ between two runs are replaced. */
export function stable(responses: unknown): unknown {
  const uuids = new Map<string, string>();
  const known = (uuid: string) => {
    if (SEEDED.has(uuid)) return uuid;
    const shown = uuids.get(uuid) ?? `5f0c3a52-6f5e-4a0b-8b58-${String(uuids.size + 1).padStart(12, '0')}`;
    uuids.set(uuid, shown);
    return shown;
  };
  const text = (value: string) =>
    value
      .replaceAll(UUID, known)
      .replaceAll(/(?<![\w-])[\w-]{40,}(?![\w-])/g, 'mQ4kT0ZyVd7nXc2LwRb9HsJf5PgUeA1oKi8BvYtN3xM')
      .replaceAll(/ d="[^"]{500,}"/g, ' d="M40,40h10v10h-10z"')
      .replaceAll(/http:\/\/localhost:\d+/g, 'http://localhost:4010');
  const stableIn = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.slice(0, SHOWN).map(stableIn);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([name, member]) => [name, FIXED[name] ?? stableIn(member)]),
    );
  };
  return stableIn(responses);
}
