/**
 * Ends parts beside each other. One that fails keeps no other from its end.
 *
 * @throws the fault of the first part that failed, once all have ended.
 */
export async function endAll(ends: readonly (() => Promise<void>)[]): Promise<void> {
  const ended = await Promise.allSettled(ends.map(async (end) => end()));
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
}
