const parameters: readonly string[] = [
  'payment_intent',
  'payment_intent_client_secret',
  'setup_intent',
  'setup_intent_client_secret',
  'redirect_status',
];

/**
 * Removes the parameters that a provider appends to the return address. They are not trusted; the gateway is queried
 * instead. The rest of the query stays as the host has written it.
 */
export function withoutReturnParameters(address: string): string {
  const [beforeHash = '', ...hash] = address.split('#');
  const [path = '', ...query] = beforeHash.split('?');
  const pairs = query.join('?').split('&');
  const kept = pairs.filter((pair) => !parameters.includes(pair.split('=')[0] ?? ''));
  if (query.length === 0 || kept.length === pairs.length) return address;
  return [path + (kept.length > 0 ? `?${kept.join('&')}` : ''), ...hash].join('#');
}

/** Restores the host's own address after the return from a provider's page. */
export function cleanAddress(): void {
  const address = withoutReturnParameters(location.href);
  if (address !== location.href) history.replaceState(history.state, '', address);
}
