import type { PaymentMethod } from '@upc/contract/gateway';
import type { PaymentFormElement } from '../elements/payment-form/payment-form.js';
import type { PaymentWidgetElement } from '../elements/payment-widget/payment-widget.js';
import type { FlowStore } from '../flow/flow-store.js';
import { goodValues } from './test-data.js';

/** Field values by name, such as `iban`, `accountNumber`, `address.city` or, for a card, `number`. */
export type FieldValues = Readonly<Record<string, string>>;

export interface FillInOptions {
  /** Method to choose first if there are several. */
  readonly method?: PaymentMethod;
  /** Values that replace the test data, with which a payment succeeds. */
  readonly values?: FieldValues;
}

type Field = HTMLInputElement | HTMLSelectElement;

/**
 * Fills in the widget's form: it chooses the method, types into each field and ticks each required box. It waits until
 * the form has loaded, forever if none loads. The test takes the next step with `submitPayment()` or the button.
 *
 * @param container the element that was passed to the widget, or one around it.
 * @throws Error when the container has no widget, or the form has no field of a given name.
 */
export async function fillIn(container: Element, { method, values = {} }: FillInOptions = {}): Promise<void> {
  const widget = container.querySelector('upc-payment-widget');
  const root = widget?.shadowRoot;
  if (!widget || !root) throw new Error('There is no payment widget in the container.');
  if (method) await choose(root, method);
  const form = await appeared(root, () => readyForm(root, method));
  await completed((widget as PaymentWidgetElement).store);
  const typed = new Map<Field, string>();
  // Some fields appear only after others are filled in, such as a state after a country.
  for (let round = 0; round < 4; round += 1) {
    for (const field of fieldsOf(widget, form)) {
      const value = values[field.name] ?? goodValue(field, form);
      // Each value is typed once, since the widget may have reformatted it.
      if (value === undefined || typed.get(field) === value) continue;
      typed.set(field, value);
      type(field, value);
    }
    await rendered();
  }
  const names = fieldsOf(widget, form).map(({ name }) => name);
  const unknown = Object.keys(values).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`No field is called ${unknown}; there are ${names.join(', ')}.`);
  for (const box of form.querySelectorAll<HTMLInputElement>('input[type="checkbox"][required]'))
    if (!box.checked) box.click();
  await rendered();
}

async function choose(root: ShadowRoot, method: PaymentMethod): Promise<void> {
  const listed = () => root.querySelector<HTMLInputElement>(`input[value="${method}"]`);
  // The form of an only method is shown without a choice.
  const radio = await appeared(root, () => listed() ?? readyForm(root, method));
  if (radio === listed() && !radio.checked) radio.click();
}

/** Returns the form once everything in it is ready for input. */
function readyForm(root: ShadowRoot, method: PaymentMethod | undefined): PaymentFormElement | undefined {
  const form = root.querySelector<PaymentFormElement>('upc-payment-form');
  if (!form?.querySelector('form')) return undefined;
  const { choice } = form;
  if (method && method !== methodOf(form)) return undefined;
  if (choice.kind === 'method' && choice.secured === 'loading') return undefined;
  const fields = [...form.querySelectorAll('upc-text-field, upc-select-field, upc-checkbox-field')];
  return fields.every((field) => field.querySelector('input, select')) ? form : undefined;
}

function methodOf({ choice }: PaymentFormElement): PaymentMethod {
  return choice.kind === 'method' ? choice.method.paymentMethod : choice.paymentMethod;
}

/** Waits for the fields that few people need, which load after the form. */
function completed(store: FlowStore): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      const state = store.getSnapshot();
      if ('choice' in state && state.choice?.kind === 'method' && state.choice.form?.isPartial) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = store.subscribe(look);
    look();
  });
}

/** Returns the fields of the form and the plain fields of a provider, which are in the document's own tree. */
function fieldsOf(widget: Element, form: PaymentFormElement): readonly Field[] {
  let host = widget;
  for (let root = host.getRootNode(); root instanceof ShadowRoot; root = host.getRootNode()) host = root.host;
  const own = form.querySelectorAll<Field>('input:not([type="checkbox"]):not([type="radio"]), select');
  const { choice } = form;
  if (choice.kind !== 'method' || choice.secured !== 'ready') return [...own];
  const plain = [...host.children].filter(({ slot }) => slot !== '');
  return [...own, ...plain.flatMap((node) => [...node.querySelectorAll<Field>('input')])];
}

/** Returns a valid value for an empty field. Existing values stay. */
function goodValue({ name, value }: Field, form: PaymentFormElement): string | undefined {
  if (value !== '') return undefined;
  // The form's state is used, since happy-dom does not report the selected option.
  const country = form.form?.fields.find(({ definition }) => definition.name === 'address.country');
  return goodValues(methodOf(form), country?.text ?? '')[name];
}

function type(field: Field, value: string): void {
  field.value = value;
  for (const name of ['input', 'change', 'blur'])
    field.dispatchEvent(new Event(name, { bubbles: name !== 'blur' }));
}

/** Waits for elements to render, which happens some turns after a change. */
async function rendered(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

/** Waits for something that appears when the tree changes. */
function appeared<Found>(root: ShadowRoot, find: () => Found | undefined): Promise<Found> {
  return new Promise((resolve) => {
    const look = (): void => {
      const found = find();
      if (found === undefined) return;
      observer.disconnect();
      resolve(found);
    };
    const observer = new MutationObserver(look);
    observer.observe(root, { subtree: true, childList: true, attributes: true });
    look();
  });
}
