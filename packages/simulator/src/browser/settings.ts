/**
 * Reads the settings that the server has written into the document for its script.
 *
 * @throws Error when there are none
 */
export function readSettings(): unknown {
  const content = document.querySelector('meta[name="simulator-settings"]')?.getAttribute('content');
  if (content === null || content === undefined) throw new Error('The document has no settings.');
  return JSON.parse(content);
}
