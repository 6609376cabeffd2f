export interface PostResult {
  readonly delivered: boolean;
  /** For the studio page. */
  readonly description: string;
}

/** Sends an event to a partner; any 2xx within the time is a receipt. Redirects are not followed. */
export async function post(
  url: string,
  webhookKey: string,
  envelope: object,
  timeoutMs: number,
): Promise<PostResult> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json', 'x-api-key': webhookKey },
      body: JSON.stringify(envelope),
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    return { delivered: response.ok, description: `HTTP ${response.status}` };
  } catch (error) {
    const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
    return {
      delivered: false,
      description: isTimeout ? `no answer within ${timeoutMs / 1000} s` : 'could not be reached',
    };
  }
}
