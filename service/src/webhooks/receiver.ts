/**
 * Lets the address of a partner pass that may get a key of ours.
 *
 * @throws TypeError for one that is neither https nor http on this machine, or that holds a password.
 */
export function requireReceiver(url: string): void {
  const { protocol, hostname, username, password } = new URL(url);
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback)) {
    throw new TypeError(
      `A webhook goes to https, or to http on this machine, not to ${protocol}//${hostname}.`,
    );
  }
  if (username || password) throw new TypeError('The address of a webhook must not hold a password.');
}
