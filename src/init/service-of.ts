/**
 * Returns the origin of the service that served the classic script. Services serve it at `/widget/widget.js` and
 * `/widget/<version>/widget.js`. A script from any other path does not reveal where a token may be sent.
 *
 * @param scriptUrl absolute address, as browsers normalise it.
 * @returns the origin; undefined for any other path.
 */
export function serviceOf(scriptUrl: string): string | undefined {
  return /^https?:\/\/[^/@]+(?=\/widget\/(\d[\w.+-]*\/)?widget\.js([?#]|$))/.exec(scriptUrl)?.[0];
}
