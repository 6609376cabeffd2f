import type { LitElement } from 'lit';

/**
 * Decorates a property whose changes render its element again. None of the properties is an attribute, since an
 * element's values come from its parent's template. Lit's own decorator can do more, but adds half a KiB to every page.
 */
export function property(prototype: LitElement, name: string): void {
  (prototype.constructor as typeof LitElement).createProperty(name, { attribute: false });
}
