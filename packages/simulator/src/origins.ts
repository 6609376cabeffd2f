/** An origin that a studio may register: http or https, a host, perhaps a port, or `:*` for any port. */
export const ORIGIN_PATTERN = '^https?://[a-z0-9.-]+(:(\\d{1,5}|\\*))?$';

/**
 * Whether an origin is one of the registered ones. `http://localhost:*` matches every port of localhost,
 * as it does in `frame-ancestors`.
 */
export function isRegistered(origin: string, registered: readonly string[]): boolean {
  return registered.some((pattern) =>
    pattern.endsWith(':*') ? withoutPort(origin) === pattern.slice(0, -2) : origin === pattern,
  );
}

const withoutPort = (origin: string): string => origin.replace(/:\d+$/, '');

/** The origin of a web address, or undefined for anything that is not http(s) or carries a user name. */
export function webOrigin(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const web = url.protocol === 'http:' || url.protocol === 'https:';
  return web && url.username === '' && url.password === '' ? url.origin : undefined;
}
