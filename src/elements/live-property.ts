import { noChange } from 'lit';
import { Directive, directive, type PropertyPart } from 'lit/directive.js';

class LiveProperty extends Directive {
  render(value: unknown): unknown {
    return value;
  }

  override update({ element, name }: PropertyPart, [value]: [unknown]): typeof noChange {
    if (Reflect.get(element, name) !== value) Reflect.set(element, name, value);
    return noChange;
  }
}

/**
 * Binds a property of a control to the state, even if the person has changed it meanwhile:
 * `.value=${liveProperty(text)}`. Lit's `live` supports every kind of binding, but needs three times the code.
 */
export const liveProperty = directive(LiveProperty);
