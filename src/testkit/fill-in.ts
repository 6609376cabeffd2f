import type { PaymentMethod } from '@upc/contract/gateway';
import type { PaymentFormElement } from '../elements/payment-form/payment-form.js';
import { goodValues } from './test-data.js';

/** Values of fields by name, such as `iban`, `accountNumber`, `address.city` or, of a card, `number`. */
export type FieldValues = Readonly<Record<string, string>>;

export interface FillInOptions {
  /** Chosen before, where there are several. */
  readonly method?: PaymentMethod;
  /** In place of the test data, which succeeds. */
  readonly values?: FieldValues;
}

type Field = HTMLInputElement | HTMLSelectElement;

/**
 * Fills in the widget's form: chooses the method, types into each field and ticks each box that is required. Waits until
 * the form is there, and for ever when none comes. The next step is then up to `submitPayment()`, or the button.
 *
 * @param container the element that the widget was given, or one around it.
 * @throws Error when there is no widget in it, or no field of a given name.
 */
export async function fillIn(container: Element, { method, values = {} }: FillInOptions = {}): Promise<void> {
  const widget = container.querySelector('upc-payment-widget');
  const root = widget?.shadowRoot;
  if (!widget || !root) throw new Error('There is no payment widget in the container.');
  if (method) await choose(root, method);
  const form = await appeared(root, () => readyForm(root, method));
  const typed = new Map<Field, string>();
  // Some fields come with what is typed into others, such as a state with a country.
  for (let round = 0; round < 4; round += 1) {
    for (const field of fieldsOf(widget, form)) {
      const value = values[field.name] ?? goodValue(field, form);
      // Once: the widget may have written it in another form since.
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
  // The form of an only method shows without a choice.
  const radio = await appeared(root, () => listed() ?? readyForm(root, method));
  if (radio === listed() && !radio.checked) radio.click();
}

/** @returns the form, once everything in it can be typed into. */
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

/** Those of the form, and the plain ones of a provider, which are in the document's own tree. */
function fieldsOf(widget: Element, form: PaymentFormElement): readonly Field[] {
  let host = widget;
  for (let root = host.getRootNode(); root instanceof ShadowRoot; root = host.getRootNode()) host = root.host;
  const own = form.querySelectorAll<Field>('input:not([type="checkbox"]):not([type="radio"]), select');
  const { choice } = form;
  if (choice.kind !== 'method' || choice.secured !== 'ready') return [...own];
  const plain = [...host.children].filter(({ slot }) => slot !== '');
  return [...own, ...plain.flatMap((node) => [...node.querySelectorAll<Field>('input')])];
}

/** Values that are there stay. */
function goodValue({ name, value }: Field, form: PaymentFormElement): string | undefined {
  if (value !== '') return undefined;
  // As the form has it: happy-dom does not say what is selected.
  const country = form.form?.fields.find(({ definition }) => definition.name === 'address.country');
  return goodValues(methodOf(form), country?.text ?? '')[name];
}

function type(field: Field, value: string): void {
  field.value = value;
  for (const name of ['input', 'change', 'blur'])
    field.dispatchEvent(new Event(name, { bubbles: name !== 'blur' }));
}

/** Elements render in the turns after what they show has changed. */
async function rendered(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

/** Waits for something that comes with a change of the tree. */
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
