/** Origin that a studio may register: http or https, a host, and optionally a port, or `:*` for any port. */
export const ORIGIN_PATTERN = '^https?://[a-z0-9.-]+(:(\\d{1,5}|\\*))?$';

/**
 * Returns whether an origin is registered. `http://localhost:*` matches every port of localhost, as it does in
 * `frame-ancestors`.
 */
export function isRegistered(origin: string, registered: readonly string[]): boolean {
  return registered.some((pattern) =>
    pattern.endsWith(':*') ? withoutPort(origin) === pattern.slice(0, -2) : origin === pattern,
  );
}

const withoutPort = (origin: string): string => origin.replace(/:\d+$/, '');

/** Returns the origin of a web address; undefined if the address is not http(s) or contains user information. */
export function webOrigin(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const web = url.protocol === 'http:' || url.protocol === 'https:';
  return web && url.username === '' && url.password === '' ? url.origin : undefined;
}
