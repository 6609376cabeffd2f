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
 * Holds a property of a control to what the state says, also where the person has changed it meanwhile:
 * `.value=${liveProperty(text)}`. Lit's `live` does so for every kind of binding and brings three times the code.
 */
export const liveProperty = directive(LiveProperty);
