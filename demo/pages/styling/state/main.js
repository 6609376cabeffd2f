import { configOf } from '../config.js';
import { byId } from '../dom.js';
import { surround } from '../surroundings.js';
import { fromAddress } from '../values.js';
import { answerFor, scripts } from './scripted-gateway.js';

/*
 * Shows one state of the widget in a frame of the styling page. The address contains the state and the values of that
 * page: `#state=busy&…`. If it is opened on its own, it shows nothing.
 */
const container = byId('payment');
const serviceUrl = new URL(
  /** @type {HTMLScriptElement} */ (document.querySelector('script[src*="/widget/"]')).src,
).origin;
const around = /** @type {{ sessionForStates?: (locale: string) => Promise<never> }} */ (
  /** @type {unknown} */ (window.parent)
);
const address = new URLSearchParams(location.hash.slice(1));
const state = address.get('state') ?? '';
address.delete('state');
const script = scripts[state];
const { values } = fromAddress(address.toString());

// Another state or other values require a reload, because the script of this state would still run.
window.addEventListener('hashchange', () => location.reload());
new ResizeObserver(() => {
  const height = state === 'secure' ? Math.max(440, container.scrollHeight) : document.body.scrollHeight;
  window.parent.postMessage({ height }, location.origin);
}).observe(document.body);

surround(byId('host'), container, values);
keepFocusOutside();
if (script !== undefined && around.sessionForStates !== undefined)
  await show(script, around.sessionForStates);

/**
 * @param {import('./scripted-gateway.js').Script} script
 * @param {(locale: string) => Promise<never>} session
 */
async function show(script, session) {
  answerFor(script, serviceUrl, () => session(values['locale'] ?? 'en'));
  const { paymentWidget } = /** @type {{ paymentWidget: { init(config: object): Widget } }} */ (
    /** @type {unknown} */ (window)
  );
  const { config } = configOf(values);
  const widget = paymentWidget.init({
    ...config,
    ...{ environment: 'test', region: undefined, baseUrl: serviceUrl, container: container.id },
    userSessionToken: 'the-gallery-has-none',
    ...(state === 'secure' ? { customerFields: { name: { value: 'Mara Lindner' } } } : {}),
  });
  if (script.act === undefined) return;
  if (script.act === 'cancel') return (await found(container, 'upc-waiting button')).click();
  const first = await found(container, script.act === 'choose-stored' ? 'input[type=radio]' : 'form input');
  if (script.act === 'choose-stored') first.click();
  // The `errors` state submits an empty form, which never becomes ready to submit.
  if (state !== 'errors') await until(() => widget.getPaymentState().canSubmit);
  widget.submitPayment().catch(() => undefined);
}

/** Keeps the focus on the page's controls, because a state that takes the focus would scroll the page. */
function keepFocusOutside() {
  // oxlint-disable-next-line typescript/unbound-method -- called on what it was called on
  const { focus } = HTMLElement.prototype;
  HTMLElement.prototype.focus = function (/** @type {FocusOptions | undefined} */ options) {
    if (document.hasFocus()) focus.call(this, options);
  };
  // oxlint-disable-next-line typescript/unbound-method -- called on what it was called on
  const { showModal } = HTMLDialogElement.prototype;
  HTMLDialogElement.prototype.showModal = function () {
    const isInside = document.hasFocus();
    const outside = /** @type {HTMLElement | null} */ (window.parent.document.activeElement);
    const stage = window.frameElement?.closest('.stage');
    const top = stage?.scrollTop ?? 0;
    showModal.call(this);
    if (isInside) return;
    // Firefox scrolls to the dialog. Without this line, the gallery would open at its end.
    stage?.scrollTo({ top });
    /** @type {HTMLElement | null} */ (window.frameElement)?.blur();
    outside?.focus({ preventScroll: true });
  };
}

/** @typedef {{ submitPayment(): Promise<unknown>, getPaymentState(): { canSubmit: boolean } }} Widget */

/**
 * Waits for an element inside the widget. The gallery presses the same elements as a person would.
 *
 * @param {HTMLElement} around
 * @param {string} selector
 * @returns {Promise<HTMLElement>}
 */
async function found(around, selector) {
  const find = () =>
    /** @type {HTMLElement | null} */ (
      around.querySelector('upc-payment-widget')?.shadowRoot?.querySelector(selector) ?? null
    );
  await until(() => find() !== null);
  return /** @type {HTMLElement} */ (find());
}

/** @param {() => boolean} isSo */
async function until(isSo) {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 50));
}
