import type { SecretKeys } from '../../core/secrets/secret-keys.js';

/** What a search is encrypted for; no other ciphertext can be used as one. */
const PLACE = 'studio page search';
/** Longest text that is searched for. */
const LONGEST = 100;

/**
 * Returns the address of a search. Ids stay readable. Anything else may be a name or an e-mail address, which must not
 * get into the browser's history or into logs, so it is encrypted.
 *
 * @param given fields of the search form; those without text are left out
 */
export function searchAddress(
  keys: SecretKeys,
  path: string,
  { q, trace, ...given }: Readonly<Record<string, string>>,
): string {
  const search = (q || trace || '').replaceAll('\0', '').trim().slice(0, LONGEST);
  const fields = {
    ...(search !== '' && { q: isId(search) ? search : keys.encrypt(search, PLACE) }),
    ...given,
  };
  const query = new URLSearchParams(Object.entries(fields).filter(([, text]) => text !== ''));
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

/** Reads the search of an address: null if there is none or it cannot be read, undefined if a name stands there as it is. */
export function readSearch(keys: SecretKeys, inAddress: string): string | null | undefined {
  if (inAddress.trim() === '') return null;
  if (isId(inAddress)) return inAddress;
  if (!/^[\da-f]{12}\./.test(inAddress)) return undefined;
  try {
    return keys.decrypt(inAddress, PLACE);
  } catch {
    return null;
  }
}

/** Returns whether a text is an id, a number or a reference. All of them contain a digit, names do not; IBANs do. */
function isId(text: string): boolean {
  return (
    text.length <= LONGEST && /^[\w-]*\d[\w-]*$/.test(text) && !/^[a-z]{2}\d\d[\da-z]{11,30}$/i.test(text)
  );
}
