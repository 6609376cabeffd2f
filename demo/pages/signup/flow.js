import { now } from '../clock.js';
import { locale } from '../language.js';
import { takeTurn } from '../take-turn.js';
import { ask, BackendError } from './backend.js';
import { startsEarly } from './withdrawal.js';

/**
 * @typedef {import('./types').Typed} Typed
 * @typedef {import('./types').Part} Part
 * @typedef {'offers' | 'membership' | 'person' | 'payment' | 'review' | 'thanks'} StepName
 */

const SAVE_AFTER_MS = 800;
const PREVIEW_AFTER_MS = 400;

/**
 * Holds the state of one signup: the visitor's entries, the price and the collected payments. Emits `price` when the
 * price changes. The backend stores the entries, so that a reload or a bank's redirect loses nothing.
 */
export class Flow extends EventTarget {
  /** @type {Typed} */
  typed = {};
  /** @type {import('./types').Offer[]} */
  offers = [];
  /** @type {import('./types').Preview | undefined} */
  preview;
  /** @type {BackendError | undefined} failure of the latest price request, set while no price is available */
  previewError;
  isPreviewing = false;
  /** @type {Partial<Record<Part, import('./types').Payment>>} */
  payments = {};
  /** @type {import('./types').Booked | null} */
  booked = null;
  /** Whether the signup was sent and its outcome is not known yet. Nothing can be changed then. */
  isSent = false;
  /** Refusal by the service, shown in the step where the visitor can correct it. @type {BackendError | undefined} */
  refusal;

  /** Prefetched sessions of parts whose widget was not shown yet. @type {Partial<Record<Part, object>>} */
  #sessions = {};
  #saving = 0;
  #waiting = 0;

  /**
   * @param {import('./types').Studio} studio
   * @param {{ customerId: number, name: string } | undefined} member member who adds a membership; undefined for a new
   * customer
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

  /** First name of the new or existing member. */
  get firstName() {
    return this.member?.name.split(' ')[0] ?? this.typed.person?.firstName ?? '';
  }

  /** Whether a legal representative must agree, because the member is under age when the contract starts. */
  get needsRepresentative() {
    return this.preview?.legalRepresentativeRequired === true;
  }

  /** Name of the legal representative; empty while it is incomplete. */
  get representativeName() {
    const { firstName = '', lastName = '' } = this.typed.legalRepresentative ?? {};
    return firstName.trim() === '' || lastName.trim() === '' ? '' : `${firstName.trim()} ${lastName.trim()}`;
  }

  /** Whether the membership begins while the member can still withdraw from the contract. */
  get startsEarly() {
    return startsEarly(this.typed);
  }

  get offer() {
    return this.offers.find(({ id }) => id === this.typed.offerId);
  }

  get term() {
    return this.offer?.terms.find(({ id }) => id === this.typed.termId);
  }

  /** Steps of this visitor. The studio already has a member's personal data. @returns {StepName[]} */
  get steps() {
    return this.member
      ? ['offers', 'membership', 'payment', 'review']
      : ['offers', 'membership', 'person', 'payment', 'review'];
  }

  /**
   * Returns whether the visitor has entered enough to reach a step.
   * @param {StepName} step
   * @returns {boolean}
   */
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
        return this.term !== undefined && (this.member !== undefined || this.#isPersonComplete);
      case 'review':
        return this.canShow('payment') && this.isCollected;
      case 'thanks':
        return false;
    }
  }

  get #isPersonComplete() {
    return Boolean(this.typed.person?.email) && (!this.needsRepresentative || this.representativeName !== '');
  }

  /** Whether every required payment has been collected, is still valid, and is for the current price. */
  get isCollected() {
    const payments = Object.values(this.payments);
    const due = this.preview?.paymentPreview.dueOnSigningAmount.amount ?? 0;
    return (
      payments.length > 0 &&
      !this.isPreviewing &&
      (this.payments.INITIAL?.amount ?? 0) === due &&
      payments.every(
        ({ isCollected, validUntil, offerId }) =>
          isCollected && offerId === this.typed.offerId && new Date(validUntil) > now(),
      )
    );
  }

  /**
   * Stores what the visitor has typed or chosen. If the price depends on it, requests a new price (specification,
   * signup guide, rule 1), once for several changes in a row.
   *
   * @param {Partial<Typed>} change
   */
  change(change) {
    const before = priceKey(this.typed);
    this.typed = { ...this.typed, ...change };
    if (this.typed.termId !== undefined && priceKey(this.typed) !== before) {
      this.isPreviewing = true;
      // An answer that is still on its way would contain the price of an earlier choice.
      takeTurn(this);
      this.#notify();
      clearTimeout(this.#waiting);
      // The preview request contains the entries, so they need no separate save.
      this.#waiting = window.setTimeout(() => void this.#fetchPreview(), PREVIEW_AFTER_MS);
      return;
    }
    clearTimeout(this.#saving);
    this.#saving = window.setTimeout(() => void this.#save(), SAVE_AFTER_MS);
  }

  /** Requests the price again after a failure. */
  retryPreview() {
    return this.#fetchPreview();
  }

  /**
   * Updates the price before the payment step, and opens the sessions that the contract requires.
   * @param {Part} [renew] part whose session has ended or whose token was refused
   */
  async preparePayment(renew) {
    clearTimeout(this.#waiting);
    const { preview, payments, sessions } = await this.#ask('payment', { typed: this.typed, locale, renew });
    this.#takePreview(preview);
    this.payments = payments;
    this.#sessions = sessions;
  }

  /**
   * Returns the prefetched session of a part once; a later widget asks the gateway, which knows what has happened since.
   * @param {Part} part
   */
  takeSession(part) {
    const session = this.#sessions[part];
    this.#sessions = { ...this.#sessions, [part]: undefined };
    return session;
  }

  /**
   * Stores the token that the widget returned.
   * @param {Part} part
   * @param {string} paymentRequestToken
   * @param {string} label the instrument's name for the visitor
   */
  async collected(part, paymentRequestToken, label) {
    this.payments = (await this.#ask('collected', { part, paymentRequestToken, label })).payments;
  }

  /**
   * Signs up. After an unknown outcome it sends the same signup again, even if the visitor has typed something since.
   */
  async submit() {
    // The links to documents expire, and the last page shows one of them.
    const offers = ask('offers', {}).catch(() => this.offers);
    try {
      this.booked = await this.#ask('submit', { typed: this.#needed });
    } catch (error) {
      this.isSent = !(error instanceof BackendError && error.isRefusal);
      throw error;
    }
    this.isSent = false;
    this.offers = await offers;
  }

  /** The entries without the answers to questions that no longer arise after a change. */
  get #needed() {
    const { legalRepresentative, earlyStartRequested, ...typed } = this.typed;
    return {
      ...typed,
      ...(this.needsRepresentative ? { legalRepresentative } : {}),
      ...(this.startsEarly ? { earlyStartRequested } : {}),
    };
  }

  /**
   * Leads to the step in which the visitor can correct what the service has refused.
   * @param {unknown} error
   * @returns {boolean} whether there is such a step
   */
  refuse(error) {
    if (!(error instanceof BackendError && error.isRefusal)) return false;
    const step = stepOf(error.reference, this.member !== undefined);
    if (step === undefined) return false;
    this.refusal = error;
    this.go(step);
    return true;
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
      // A late answer to an older request does not apply to the current choice.
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
   * Sends a request. If the backend has deleted the signup in the meantime, starts it again with the same entries. Only
   * the payments must then be collected again.
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
    // The next request contains the entries too, so a failure here loses nothing.
    await this.#ask('save', { typed: this.typed }).catch(() => undefined);
  }

  #notify() {
    this.dispatchEvent(new Event('price'));
  }
}

/**
 * Returns the step in which the visitor can correct a refused field.
 *
 * @param {string} reference such as `customer.email` or `contract.startDate`
 * @param {boolean} isMember
 * @returns {StepName | undefined}
 */
function stepOf(reference, isMember) {
  if (/paymentRequestToken$/i.test(reference)) return 'payment';
  // A member has no step for personal data, so the review asks for the names.
  if (/legalRepresentative\.(firstName|lastName)$/.test(reference)) return isMember ? 'review' : 'person';
  if (/legalRepresentative|signature/i.test(reference)) return 'review';
  if (reference.startsWith('customer.')) return 'person';
  return /(startDate|preuseDate|voucherCode)$/.test(reference) ? 'membership' : undefined;
}

/**
 * Returns everything that the price depends on: the term with its modules, the voucher, the date of birth, start date
 * and pre-use date.
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
