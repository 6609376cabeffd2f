import { takeTurn } from '../take-turn.js';
import { ask, BackendError } from './backend.js';

/**
 * @typedef {import('./types').Typed} Typed
 * @typedef {import('./types').Part} Part
 * @typedef {'offers' | 'membership' | 'person' | 'payment' | 'review' | 'thanks'} StepName
 */

const SAVE_AFTER_MS = 800;
const PREVIEW_AFTER_MS = 400;

/**
 * The state of one signup: what the visitor typed, what it costs, what was collected. Emits `price` when the price
 * changes. What is typed is kept at the backend, so that a reload or a bank's redirect loses nothing.
 */
export class Flow extends EventTarget {
  /** @type {Typed} */
  typed = {};
  /** @type {import('./types').Offer[]} */
  offers = [];
  /** @type {import('./types').Preview | undefined} */
  preview;
  /** @type {BackendError | undefined} why there is no price */
  previewError;
  isPreviewing = false;
  /** @type {Partial<Record<Part, import('./types').Payment>>} */
  payments = {};
  /** @type {import('./types').Booked | null} */
  booked = null;
  /** Sent, and the outcome not known yet: nothing can be changed then. */
  isSent = false;
  /** A refusal of the service to be shown where it can be mended. @type {BackendError | undefined} */
  refusal;

  #saving = 0;
  #waiting = 0;

  /**
   * @param {import('./types').Studio} studio
   * @param {{ customerId: number, name: string } | undefined} member who adds a membership; undefined for somebody new
   * @param {(step: StepName) => void} go shows a step
   */
  constructor(studio, member, go) {
    super();
    this.studio = studio;
    this.member = member;
    this.go = go;
    addEventListener('pagehide', () => this.#saving !== 0 && void this.#save());
  }

  /** Finds the visitor's signup again, or starts one. */
  async open({ again = false } = {}) {
    const { id: studio } = this.studio;
    const opened = await ask('open', { studio, member: this.member?.customerId, again });
    this.typed = opened.typed;
    this.payments = opened.payments;
    this.booked = opened.booked;
    this.isSent = opened.isSent;
    this.preview = undefined;
    if (this.offers.length === 0) this.offers = await this.#ask('offers', {});
    if (this.typed.termId !== undefined) await this.#fetchPreview();
  }

  get offer() {
    return this.offers.find(({ id }) => id === this.typed.offerId);
  }

  get term() {
    return this.offer?.terms.find(({ id }) => id === this.typed.termId);
  }

  /** The steps of this visitor: a member's data are known already. @returns {StepName[]} */
  get steps() {
    return this.member
      ? ['offers', 'membership', 'payment', 'review']
      : ['offers', 'membership', 'person', 'payment', 'review'];
  }

  /** Steps that the visitor can reach with what has been entered. @param {StepName} step */
  canShow(step) {
    if (this.booked) return step === 'thanks';
    if (this.isSent) return step === 'review';
    switch (step) {
      case 'offers':
        return true;
      case 'membership':
        return this.term !== undefined;
      case 'person':
        return !this.member && this.term !== undefined;
      case 'payment':
        return this.term !== undefined && (this.member !== undefined || Boolean(this.typed.person?.email));
      case 'review':
        return this.term !== undefined && this.isCollected;
      case 'thanks':
        return false;
    }
  }

  /** Whether every payment that was asked for has been given, is still good, and is for what the choice costs now. */
  get isCollected() {
    const payments = Object.values(this.payments);
    const due = this.preview?.paymentPreview.dueOnSigningAmount.amount ?? 0;
    return (
      payments.length > 0 &&
      !this.isPreviewing &&
      (this.payments.INITIAL?.amount ?? 0) === due &&
      payments.every(
        ({ isCollected, validUntil, offerId }) =>
          isCollected && offerId === this.typed.offerId && new Date(validUntil) > new Date(),
      )
    );
  }

  /**
   * The visitor has typed or chosen something. A new price is asked for when it depends on that (specification,
   * signup guide, rule 1), and once for several changes in a row.
   *
   * @param {Partial<Typed>} change
   */
  change(change) {
    const before = priceKey(this.typed);
    this.typed = { ...this.typed, ...change };
    if (this.typed.termId !== undefined && priceKey(this.typed) !== before) {
      this.isPreviewing = true;
      // An answer that is still under way is the price of an earlier choice.
      takeTurn(this);
      this.#notify();
      clearTimeout(this.#waiting);
      // Carries what was typed, so nothing has to be saved besides.
      this.#waiting = window.setTimeout(() => void this.#fetchPreview(), PREVIEW_AFTER_MS);
      return;
    }
    clearTimeout(this.#saving);
    this.#saving = window.setTimeout(() => void this.#save(), SAVE_AFTER_MS);
  }

  /** Once more, after it failed. */
  retryPreview() {
    return this.#fetchPreview();
  }

  /**
   * Before the payment step: the price once more, and the sessions that it needs.
   * @param {Part} [renew] a session that has ended, or whose token was refused
   */
  async preparePayment(renew) {
    clearTimeout(this.#waiting);
    const { preview, payments } = await this.#ask('payment', { typed: this.typed, renew });
    this.#takePreview(preview);
    this.payments = payments;
  }

  /**
   * The widget has given its token.
   * @param {Part} part
   * @param {string} paymentRequestToken
   * @param {string} label what the visitor calls the instrument
   */
  async collected(part, paymentRequestToken, label) {
    this.payments = (await this.#ask('collected', { part, paymentRequestToken, label })).payments;
  }

  /** Signs up. After an unknown outcome it asks again for the same one, whatever was typed meanwhile. */
  async submit() {
    try {
      this.booked = await this.#ask('submit', { typed: this.typed });
    } catch (error) {
      this.isSent = !(error instanceof BackendError && error.isRefusal);
      throw error;
    }
    this.isSent = false;
  }

  async #fetchPreview() {
    clearTimeout(this.#waiting);
    const isLatest = takeTurn(this);
    this.isPreviewing = true;
    this.#notify();
    try {
      const preview = await this.#ask('preview', { typed: this.typed });
      if (isLatest()) this.#takePreview(preview);
    } catch (error) {
      // An older answer that comes late says nothing about what is chosen now.
      if (!isLatest()) return;
      this.isPreviewing = false;
      this.previewError = error instanceof BackendError ? error : new BackendError(0);
      this.#notify();
    }
  }

  /** @param {import('./types').Preview} preview */
  #takePreview(preview) {
    this.preview = preview;
    this.previewError = undefined;
    this.isPreviewing = false;
    this.#notify();
  }

  /**
   * A signup that the backend has deleted meanwhile is started again with what was typed, and only what the widgets gave
   * has to be given again.
   *
   * @param {string} action
   * @param {object} body
   */
  async #ask(action, body) {
    try {
      return await ask(action, body);
    } catch (error) {
      if (!(error instanceof BackendError) || error.status !== 410) throw error;
      this.payments = {};
      await ask('open', { studio: this.studio.id, member: this.member?.customerId });
      if (action === 'collected' || action === 'submit') throw error;
      return ask(action, body);
    }
  }

  async #save() {
    this.#saving = 0;
    // It comes along with the next request too, so a failure here loses nothing.
    await this.#ask('save', { typed: this.typed }).catch(() => undefined);
  }

  #notify() {
    this.dispatchEvent(new Event('price'));
  }
}

/**
 * Everything that the price depends on: the term with its modules, the voucher, the date of birth, start date and
 * pre-use date.
 * @param {Typed} typed
 */
function priceKey(typed) {
  const { termId, selectableModuleIds, optionalModuleIds, voucherCode, startDate, preuseDate, person } =
    typed;
  return JSON.stringify([
    ...[termId, selectableModuleIds ?? [], optionalModuleIds ?? [], voucherCode ?? ''],
    ...[startDate ?? '', preuseDate ?? '', person?.dateOfBirth ?? ''],
  ]);
}
