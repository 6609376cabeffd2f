import type {
  PaymentProvider,
  ProviderConfirm,
  ProviderFields,
  ProviderFieldsOptions,
  ProviderPresentation,
  Wallet,
} from '../providers/provider.js';
import type { CardEntry } from './details.js';

type FieldName = 'number' | 'expiry' | 'cvc';

const autocomplete: Readonly<Record<FieldName, string>> = {
  number: 'cc-number',
  expiry: 'cc-exp',
  cvc: 'cc-csc',
};
const fieldNames = Object.keys(autocomplete) as FieldName[];

const isRight: Readonly<Record<FieldName, (digits: string) => boolean>> = {
  number: (digits) => /^\d{12,19}$/.test(digits) && checksum(digits) % 10 === 0,
  expiry: (digits) => /^(0[1-9]|1[0-2])\d\d$/.test(digits) && !isPast(digits),
  cvc: (digits) => /^\d{3,4}$/.test(digits),
};

const walletLabels: Readonly<Record<Wallet, string>> = {
  APPLE_PAY: 'Apple Pay',
  GOOGLE_PAY: 'Google Pay',
  LINK: 'Link',
};

/** Card in a wallet, with which a payment succeeds. */
const walletCard: CardEntry = { number: '4242424242424242', expiry: '12/40' };

/**
 * Provides the provider's fields and buttons as plain elements of the page, for tests. There is no frame, nothing is
 * loaded, and entries stay in the page. A wallet approves as soon as its button is pressed.
 *
 * @param wallets wallets that this browser supports.
 * @param onCard receives the entries for the payment with the given id.
 */
export function plainFields(
  wallets: readonly Wallet[],
  onCard: (id: string, card: CardEntry) => void,
): PaymentProvider {
  return {
    mountExpress: ({ node, disableLink, canPay, onApprove }) => {
      const buttons = wallets
        .filter((wallet) => wallet !== 'LINK' || !disableLink)
        .map((wallet) => {
          const button = document.createElement('button');
          button.type = 'button';
          button.textContent = walletLabels[wallet];
          button.addEventListener('click', () => {
            if (!canPay()) return;
            const confirm = ({ clientSecret = '' }: ProviderConfirm): Promise<void> => {
              onCard(clientSecret, walletCard);
              return Promise.resolve();
            };
            // The widget shows the error.
            onApprove({ wallet, confirm }).catch(() => undefined);
          });
          return button;
        });
      if (buttons.length === 0) {
        return Promise.reject(new Error('No wallet can be used here: name some in the option "wallets".'));
      }
      node.append(...buttons);
      return Promise.resolve({
        update: () => undefined,
        destroy: () => {
          for (const button of buttons) button.remove();
        },
      });
    },
    mount: (options) => {
      const inputs = fieldNames.map((name) => new PlainField(name, options));
      options.node.append(...inputs.map(({ label }) => label));
      const [number, expiry] = inputs;
      const fields: ProviderFields = {
        validate: () => {
          const wrong = inputs.filter((input) => !input.isRight);
          for (const input of wrong) input.showError();
          return Promise.resolve(
            Object.fromEntries(wrong.map(({ name }) => [name, `error.card.${name}.incomplete` as const])),
          );
        },
        focus: (field) => (inputs.find(({ name }) => name === field) ?? number)?.focus(),
        showRefusal: (field) => inputs.find(({ name }) => name === field)?.showError(),
        confirm: ({ clientSecret = '' }) => {
          onCard(clientSecret, { number: number?.digits ?? '', expiry: expiry?.text ?? '' });
          return Promise.resolve();
        },
        update: (presentation) => {
          for (const input of inputs) input.show(presentation);
        },
        destroy: () => {
          for (const { label } of inputs) label.remove();
        },
      };
      return Promise.resolve(fields);
    },
  };
}

/** A label that contains an input. */
class PlainField {
  readonly label = document.createElement('label');
  readonly #input = document.createElement('input');
  readonly #text = document.createElement('span');

  constructor(
    readonly name: FieldName,
    { onComplete, onSubmit, ...presentation }: ProviderFieldsOptions,
  ) {
    const input = this.#input;
    input.name = name;
    input.required = true;
    input.inputMode = 'numeric';
    input.setAttribute('autocomplete', autocomplete[name]);
    input.addEventListener('input', () => {
      input.removeAttribute('aria-invalid');
      if (this.isRight) onComplete(name);
    });
    input.addEventListener('keydown', ({ key }) => {
      if (key === 'Enter') onSubmit();
    });
    this.label.append(this.#text, input);
    this.show(presentation);
  }

  get text(): string {
    return this.#input.value;
  }

  get digits(): string {
    return this.text.replaceAll(/[^\d]/g, '');
  }

  get isRight(): boolean {
    return isRight[this.name](this.digits);
  }

  show({ texts }: Pick<ProviderPresentation, 'texts'>): void {
    this.#text.textContent = texts[`card.${this.name}.label`] ?? this.name;
  }

  showError(): void {
    this.#input.setAttribute('aria-invalid', 'true');
  }

  focus(): void {
    this.#input.focus();
  }
}

/** Returns the Luhn sum. For valid card numbers it ends with 0. */
function checksum(digits: string): number {
  return Array.from(digits)
    .reverse()
    .reduce((sum, digit, at) => {
      const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
      return sum + (value > 9 ? value - 9 : value);
    }, 0);
}

/** Returns whether an expiry date has passed. @param digits month and year, with two digits each. */
function isPast(digits: string): boolean {
  const now = new Date();
  const month = 2000 * 12 + Number(digits.slice(2)) * 12 + Number(digits.slice(0, 2)) - 1;
  return month < now.getFullYear() * 12 + now.getMonth();
}
