import { randomId } from '../../core/random-id.js';
import { PaymentWidgetError } from '../../errors/payment-widget-error.js';
import { minorUnits } from '../minor-units.js';
import type {
  ExpressButtons,
  ExpressButtonsOptions,
  ProviderConfirm,
  ProviderPresentation,
  Wallet,
} from '../provider.js';
import { within } from '../within.js';
import { answerDeadline, givenUp, noAnswer, requireAnswer } from './confirm-result.js';
import { openModal } from './modal.js';
import { framesOf, ProviderFrame } from './provider-frame.js';
import {
  type ConfirmResult,
  type ExpressMessage,
  type SheetMessage,
  type SheetPageMessage,
  type SheetQuery,
  WALLET_LABELS,
  WALLETS,
} from '@upc/contract/frame-protocol';

/** Time within which the frame must know which wallets the browser supports, in milliseconds. */
const walletsDeadline = 10_000;

type Report = Extract<ExpressMessage, { type: 'wallets' }>;

/** Adds the provider's buttons for wallets. See `PaymentProvider.mountExpress`. */
export async function mountExpress(options: ExpressButtonsOptions): Promise<ExpressButtons> {
  const { frameUrl } = framesOf(options);
  const nonce = randomId();
  let presentation: ProviderPresentation = options;
  let closeSheet: (() => void) | undefined;
  let report!: (wallets: Report) => void;
  const reported = new Promise<Report>((resolve) => (report = resolve));
  const frame = await ProviderFrame.open<ExpressMessage>({
    ...options,
    url: frameUrl('express', { nonce, link: options.disableLink ? 'no' : 'yes' }),
    nonce,
    title: () => Object.values(WALLET_LABELS).join(', '),
    style: { flex: '1 1 100%' },
    allow: 'payment',
    presentation,
    onMessage: (message) => {
      if (message.type === 'wallets') report(message);
      if (message.type !== 'press' || closeSheet || !WALLETS.includes(message.wallet)) return;
      if (!options.canPay()) return;
      closeSheet = openSheet(message.wallet, { ...options, ...presentation }, () => {
        closeSheet = undefined;
        // Browsers return the focus from a modal to elements only, not to those in a frame.
        frame.focus();
        frame.send({ type: 'focus' });
      });
    },
  });
  const wallets = await within(walletsDeadline, reported, options);
  if (!wallets || wallets.shown.length === 0) {
    frame.destroy();
    throw noWallet(wallets);
  }
  return {
    update: (changed) => {
      presentation = changed;
      frame.configure(changed);
    },
    destroy: () => {
      closeSheet?.();
      frame.destroy();
    },
  };
}

function noWallet(wallets: Report | undefined): PaymentWidgetError {
  const reasons = wallets?.missing.map(({ wallet, why }) => `${WALLET_LABELS[wallet]}: ${why}`) ?? [
    'The frame of the payment provider did not say which are supported.',
  ];
  return new PaymentWidgetError('PSP_ERROR', `No wallet can be used here. ${reasons.join(' ')}`);
}

/**
 * Shows a wallet's payment sheet until the payment has settled or the person has cancelled.
 *
 * @param onClose called when the sheet is closed.
 * @returns a function that closes it.
 */
function openSheet(wallet: Wallet, options: ExpressButtonsOptions, onClose: () => void): () => void {
  const { session, locale, texts, clock, signal, modalParent: parent, onApprove } = options;
  const { origin, frameUrl } = framesOf(options);
  const expected = minorUnits(session.amount);
  const isRecurring = session.scope === 'MEMBER_ACCOUNT' || expected.amount === 0;
  const query: Omit<SheetQuery, 'key'> = {
    wallet,
    amount: String(expected.amount),
    currency: expected.currency,
    recurring: isRecurring ? 'yes' : 'no',
    locale,
  };
  let isApproved = false;
  let isConfirming = false;
  let error: PaymentWidgetError = givenUp();
  let end!: (error: PaymentWidgetError) => void;
  const ended = new Promise<never>((_, reject) => (end = reject));
  // It is of no interest unless the payment is being confirmed.
  ended.catch(() => undefined);
  let answer!: (result: ConfirmResult) => void;
  const answered = new Promise<ConfirmResult>((resolve) => (answer = resolve));

  const approve = async (port: MessagePort): Promise<void> => {
    const send = (message: SheetPageMessage): void => port.postMessage(message);
    const confirm = async ({ clientSecret = '' }: ProviderConfirm): Promise<void> => {
      isConfirming = true;
      send({ type: 'confirm', clientSecret, expected });
      try {
        const result = await Promise.race([ended, within(answerDeadline, answered, { clock, signal })]);
        if (!result) throw noAnswer();
        requireAnswer(result, false);
      } finally {
        // The widget shows the outcome, which a modal would hide.
        close();
      }
    };
    try {
      await onApprove({ wallet, confirm });
      close();
    } catch {
      // The widget shows the error. The sheet is still open if nothing was confirmed.
      send({ type: 'fail' });
    }
  };

  const close = openModal({
    url: frameUrl(`sheet/${randomId()}`, query).href,
    origin,
    parent,
    title: WALLET_LABELS[wallet],
    closeLabel: texts['challenge.close'] ?? '',
    clock,
    signal,
    onMessage: (message, port) => {
      const { type } = message as SheetMessage;
      if (message.type === 'approve' && !isApproved) {
        isApproved = true;
        void approve(port);
      }
      if (message.type === 'result') answer(message.result);
      if (type === 'late') error = tooLate();
      if (type === 'late' || type === 'cancel') close();
    },
    // What is being confirmed cannot be cancelled any more, only become known.
    canAbandon: () => !isConfirming,
    onAbandon: () => undefined,
    onClose: () => {
      end(error);
      onClose();
    },
  });
  return close;
}

function tooLate(): PaymentWidgetError {
  return new PaymentWidgetError(
    'PSP_ERROR',
    'The wallet has closed its payment sheet, since the payment was not confirmed in time.',
  );
}
