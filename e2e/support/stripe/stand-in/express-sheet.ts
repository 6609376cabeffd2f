import type { ExpressClick } from '../../../../src/providers/stripe/stripe-api.js';
import type { WalletCard, WalletType } from './protocol.js';

/** A sheet in which the person has approved the payment, and which stays open until the payment ends. */
export interface ExpressSheet {
  readonly card: WalletCard;
  close(outcome: 'done' | 'refused' | 'failed'): void;
}

/** Record of a sheet, for tests: `window.standInSheets`. */
export interface SheetRecord {
  readonly wallet: WalletType;
  /** What the sheet asked for. */
  readonly request: object;
  /**
   * `unanswered`: the press was not answered in time. `refused`: the bank refused the card. `failed`: the page reported
   * the failure.
   */
  readonly outcome: 'rejected' | 'unanswered' | 'cancelled' | 'done' | 'refused' | 'failed';
}

/** Time within which the page must answer a press, in milliseconds. */
const answerDeadline = 1000;
/** Cards in the wallet, by the button that approves with them. */
const cards = { Approve: '4242424242424242', 'Approve with a bad card': '4000000000000002' } as const;

/**
 * Reports a press to the page, and opens the wallet's sheet if the page agrees in time.
 *
 * @returns the sheet when the person has approved; undefined if there is none, or the person has cancelled.
 */
export async function offerSheet(
  wallet: WalletType,
  request: object,
  report: (click: ExpressClick & { readonly elementType: 'expressCheckout' }) => void,
): Promise<ExpressSheet | undefined> {
  const answer = await new Promise<'resolved' | 'rejected' | 'unanswered'>((resolve) => {
    setTimeout(() => resolve('unanswered'), answerDeadline);
    report({
      elementType: 'expressCheckout',
      expressPaymentType: wallet,
      resolve: () => resolve('resolved'),
      reject: () => resolve('rejected'),
    });
  });
  if (answer !== 'resolved') {
    note({ wallet, request, outcome: answer });
    return undefined;
  }
  const sheet = document.createElement('div');
  sheet.id = 'stripe-wallet-sheet';
  sheet.style.cssText =
    'position: fixed; inset: auto 0 0; z-index: 2147483647; background: white; color: black';
  sheet.append(wallet);
  document.body.append(sheet);
  const number = await new Promise<string | undefined>((resolve) => {
    for (const [text, value] of [...Object.entries(cards), ['Cancel', undefined] as const]) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = text;
      button.addEventListener('click', () => resolve(value));
      sheet.append(button);
    }
  });
  const close = (outcome: SheetRecord['outcome']): void => {
    if (!sheet.isConnected) return;
    sheet.remove();
    note({ wallet, request, outcome });
  };
  if (number !== undefined) return { card: { wallet, number }, close };
  close('cancelled');
  return undefined;
}

function note(record: SheetRecord): void {
  const page = window as { standInSheets?: SheetRecord[] };
  page.standInSheets = [...(page.standInSheets ?? []), record];
}
