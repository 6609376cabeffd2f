/** Whether an address may get a key of ours: https, or http on this machine, without a password in it. */
export function isReceiver(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, username, password } = new URL(url);
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return (
    (protocol === 'https:' || (protocol === 'http:' && isLoopback)) && username === '' && password === ''
  );
}

/**
 * Lets the address of a partner pass that may get a key of ours.
 *
 * @throws TypeError for one that is neither https nor http on this machine, or that holds a password.
 */
export function requireReceiver(url: string): void {
  if (isReceiver(url)) return;
  const { protocol, hostname } = new URL(url);
  throw new TypeError(
    `A partner is reached by https, or by http on this machine, without a password, not at ${protocol}//${hostname}.`,
  );
}
