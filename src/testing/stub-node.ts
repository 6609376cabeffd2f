import { vi } from 'vitest';

/** As much of a browser as knows an element when it sees one; ends with `vi.unstubAllGlobals`. */
export function stubNode(isElement: (value: unknown) => boolean): void {
  class Node {
    get nodeType(): number {
      return isElement(this) ? 1 : 3;
    }
  }
  vi.stubGlobal('Node', Node);
}
