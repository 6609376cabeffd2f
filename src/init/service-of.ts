/**
 * The service that handed the classic script out, known by the addresses under which services do: `/widget/widget.js` and
 * `/widget/<version>/widget.js`. A script that lies elsewhere says nothing of where a token may go.
 *
 * @param scriptUrl absolute address, as browsers write it.
 * @returns its origin.
 */
export function serviceOf(scriptUrl: string): string | undefined {
  return /^https?:\/\/[^/@]+(?=\/widget\/(\d[\w.+-]*\/)?widget\.js([?#]|$))/.exec(scriptUrl)?.[0];
}
