const parameters: readonly string[] = [
  'payment_intent',
  'payment_intent_client_secret',
  'setup_intent',
  'setup_intent_client_secret',
  'redirect_status',
];

/**
 * An address without what a provider appends when the person comes back. It says nothing that the widget believes:
 * the gateway is asked instead. The rest of the query stays as the host has written it.
 */
export function withoutReturnParameters(address: string): string {
  const [beforeHash = '', ...hash] = address.split('#');
  const [path = '', ...query] = beforeHash.split('?');
  const pairs = query.join('?').split('&');
  const kept = pairs.filter((pair) => !parameters.includes(pair.split('=')[0] ?? ''));
  if (query.length === 0 || kept.length === pairs.length) return address;
  return [path + (kept.length > 0 ? `?${kept.join('&')}` : ''), ...hash].join('#');
}

/** A provider's page has led back here: the address becomes the host's own again. */
export function cleanAddress(): void {
  const address = withoutReturnParameters(location.href);
  if (address !== location.href) history.replaceState(history.state, '', address);
}
