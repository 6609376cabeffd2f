import type { LitElement } from 'lit';

/**
 * Decorates a property that makes its element render again. None of ours is an attribute: what an element shows comes
 * from its parent's template, and Lit's own decorator, which offers more, costs every page half a KiB.
 */
export function property(prototype: LitElement, name: string): void {
  (prototype.constructor as typeof LitElement).createProperty(name, { attribute: false });
}
