import { vi } from 'vitest';

/** Stubs the part of a browser that recognises elements. `vi.unstubAllGlobals` ends it. */
export function stubNode(isElement: (value: unknown) => boolean): void {
  class Node {
    get nodeType(): number {
      return isElement(this) ? 1 : 3;
    }
  }
  vi.stubGlobal('Node', Node);
}
