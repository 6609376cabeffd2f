import { PaymentWidgetError } from '../errors/payment-widget-error.js';
import { randomId } from '../core/random-id.js';
import { setImportant } from './page-style.js';

/**
 * Creates a node in the document's own tree that is shown in a slot of the widget, since frames inside a shadow root
 * cannot find each other. If the widget is inside shadow roots of the page, the node becomes a child of the outermost
 * host, and a slot in each root passes it down.
 *
 * @param element the root element of the widget.
 * @param slotName the slot in its shadow root.
 * @returns the node, and a function that removes everything that was added, which may be called repeatedly.
 * @throws PaymentWidgetError PSP_ERROR when the element is not in the document, or a shadow root around it assigns its
 * slots manually.
 */
export function placeInLightDom(
  element: HTMLElement,
  slotName: string,
): { readonly node: HTMLElement; readonly remove: () => void } {
  const added: HTMLElement[] = [];
  const remove = (): void => added.forEach((one) => one.remove());
  let parent: Element = element;
  let name = slotName;
  for (let root = parent.getRootNode(); root instanceof ShadowRoot; root = parent.getRootNode()) {
    if (root.slotAssignment === 'manual') {
      remove();
      throw refusal('assigns its slots by hand (slotAssignment "manual")');
    }
    const slot = document.createElement('slot');
    slot.slot = name;
    slot.name = name = `upc-${randomId()}`;
    added.push(slot);
    parent.append(slot);
    parent = root.host;
  }
  if (!parent.isConnected) {
    remove();
    throw refusal('is not in the document');
  }
  const node = document.createElement('div');
  node.slot = name;
  setImportant(node, { display: 'flex', 'flex-wrap': 'wrap', gap: '16px', 'inline-size': '100%' });
  added.push(node);
  parent.append(node);
  return { node, remove };
}

function refusal(why: string): PaymentWidgetError {
  return new PaymentWidgetError(
    'PSP_ERROR',
    `Card fields cannot be shown in this container: it, or a shadow root around it, ${why}. ` +
      'Use a container in the document itself.',
    { messageKey: 'error.provider.blocked' },
  );
}
