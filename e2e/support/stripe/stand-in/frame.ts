import { expiry, problem, type CardInputName } from './card-input.js';
import { availableWallets, showButtons } from './express-frame.js';
import { ask } from './frame-api.js';
import { applyLook } from './frame-look.js';
import type {
  ApiAnswer,
  Confirmation,
  FrameKind,
  FrameLook,
  FrameSettings,
  FromFrame,
  ToFrame,
} from './protocol.js';

/*
 * This is the document of one of the stand-in's frames. It has Stripe's origin, so the page cannot read what is typed
 * here.
 */

const inputsOf: Readonly<Record<FrameKind, readonly CardInputName[]>> = {
  payment: ['number', 'expiry', 'cvc'],
  cardNumber: ['number'],
  cardExpiry: ['expiry'],
  cardCvc: ['cvc'],
  expressCheckout: [],
};
const labels = { number: 'Card number', expiry: 'Expiration date', cvc: 'Security code' } as const;
const placeholders = { number: '1234 1234 1234 1234', expiry: 'MM / YY', cvc: 'CVC' } as const;

const settings = Object.fromEntries(new URLSearchParams(location.search)) as unknown as FrameSettings;
const names = inputsOf[settings.kind];
const isCombined = settings.kind === 'payment';
document.documentElement.lang = settings.locale;

interface CardWindow extends Window {
  /**
   * Values of this frame. Frames of the same group can read each other's values, because all of them have Stripe's
   * origin.
   */
  readonly standInCard?: { readonly group: string; readonly values: Readonly<Record<string, string>> };
}

const inputs = new Map(names.map((name) => [name, makeInput(name)]));
Object.assign(window, {
  standInCard: {
    group: settings.group,
    get values() {
      return Object.fromEntries([...inputs].map(([name, input]) => [name, input.value]));
    },
  },
});
const country = isCombined ? makeCountry() : undefined;

addEventListener('message', ({ source, data }: MessageEvent<ToFrame>) => {
  if (source === parent) void handle(data);
});
new ResizeObserver(() => report({ type: 'height', height: document.documentElement.offsetHeight })).observe(
  document.documentElement,
);
report({ type: 'ready' });

async function handle(message: ToFrame): Promise<void> {
  switch (message.type) {
    case 'look':
      applyLook(message.look);
      if (settings.kind === 'expressCheckout') await showWallets(message.look);
      if (country && message.look.country && !country.dataset.touched) country.value = message.look.country;
      return;
    case 'focus':
      inputs.values().next().value?.focus();
      return;
    case 'validate': {
      showProblems();
      const error = problems()[0];
      report({ type: 'validated', call: message.call, ...(error && { error }) });
      return;
    }
    case 'retrieve':
    case 'confirm':
    case 'challenge': {
      const answer = await answerTo(message);
      report({ type: 'answer', call: message.call, answer });
    }
  }
}

let areWalletsShown = false;

/** Adds the buttons once, and reports which there are. */
async function showWallets({ wallets = [], buttonHeight }: FrameLook): Promise<void> {
  if (areWalletsShown) return;
  areWalletsShown = true;
  const available = await availableWallets(wallets, settings);
  showButtons(available, buttonHeight, (wallet) => report({ type: 'press', wallet }));
  report({ type: 'wallets', wallets: available });
}

function answerTo(message: Extract<ToFrame, { readonly confirmation: Confirmation }>): Promise<ApiAnswer> {
  const { key, clientSecret: client_secret } = message.confirmation;
  switch (message.type) {
    case 'retrieve':
      return retrieve(message.confirmation);
    case 'confirm':
      return confirm(message.confirmation);
    case 'challenge': {
      const { outcome } = message;
      return ask('POST', `/test/challenges/${idOf(client_secret)}`, { key, client_secret, outcome });
    }
  }
}

function retrieve({ key, clientSecret }: Confirmation): Promise<ApiAnswer> {
  return ask('GET', pathOf(clientSecret), { key, client_secret: clientSecret });
}

function confirm({ key, clientSecret, billing, returnUrl, walletCard }: Confirmation): Promise<ApiAnswer> {
  const card = walletCard ? { number: walletCard.number, expiry: '1234' } : cardOfGroup();
  const { month, year } = expiry(card.expiry ?? '');
  const address = { ...billing.address, ...(country && { country: country.value }) };
  return ask('POST', `${pathOf(clientSecret)}/confirm`, {
    key,
    client_secret: clientSecret,
    ...(returnUrl && { return_url: returnUrl }),
    use_stripe_sdk: 'true',
    payment_method_data: {
      type: 'card',
      card: {
        number: card.number?.replace(/\D/g, '') ?? '',
        exp_month: String(month),
        exp_year: String(year),
        ...('cvc' in card && { cvc: card.cvc }),
        ...(walletCard && { wallet: walletCard.wallet }),
      },
      billing_details: { ...billing, address },
    },
  });
}

/**
 * Collects the card data from all frames of the group that this one can find. Frames in a shadow root cannot be found,
 * as with Stripe's own.
 */
function cardOfGroup(): Partial<Record<CardInputName, string>> {
  const found: Record<string, string> = {};
  for (const index of Array.from({ length: parent.frames.length }).keys()) {
    try {
      const other: CardWindow | undefined = parent.frames[index];
      const card = other?.standInCard;
      if (card?.group === settings.group) Object.assign(found, card.values);
    } catch {
      // This frame belongs to another origin.
    }
  }
  return found;
}

function idOf(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? '';
}

function pathOf(clientSecret: string): string {
  const id = idOf(clientSecret);
  return `/v1/${id.startsWith('seti_') ? 'setup' : 'payment'}_intents/${id}`;
}

function makeInput(name: CardInputName): HTMLInputElement {
  const label = document.createElement('label');
  label.className = `field field-${name}`;
  const caption = document.createElement('span');
  caption.className = 'label';
  caption.textContent = labels[name];
  const input = document.createElement('input');
  input.className = 'input';
  input.inputMode = 'numeric';
  input.placeholder = placeholders[name];
  input.autocomplete = { number: 'cc-number', expiry: 'cc-exp', cvc: 'cc-csc' }[name] as AutoFill;
  const error = document.createElement('span');
  error.className = 'error';
  label.append(...(isCombined ? [caption, input, error] : [input]));
  if (!isCombined) input.setAttribute('aria-label', labels[name]);
  document.body.append(label);
  input.addEventListener('input', () => {
    input.value = grouped(name, input.value);
    if (!isCombined) input.classList.toggle('complete', !problem(name, input.value));
    input.classList.remove('invalid');
    error.textContent = '';
    reportChange();
  });
  input.addEventListener('focus', () => report({ type: 'focus' }));
  input.addEventListener('blur', () => {
    if (input.value !== '') showProblem(name);
    reportChange(true);
    report({ type: 'blur' });
  });
  return input;
}

function makeCountry(): HTMLSelectElement {
  const label = document.createElement('label');
  label.className = 'field';
  const select = document.createElement('select');
  select.className = 'input';
  for (const code of ['DE', 'AT', 'CH', 'GB', 'US']) select.add(new Option(code, code));
  select.addEventListener('change', () => (select.dataset.touched = 'true'));
  label.append(
    Object.assign(document.createElement('span'), { className: 'label', textContent: 'Country' }),
    select,
  );
  document.body.append(label);
  return select;
}

function grouped(name: CardInputName, text: string): string {
  const digits = text.replace(/\D/g, '');
  if (name === 'number') return digits.slice(0, 19).replace(/(.{4})(?=.)/g, '$1 ');
  if (name === 'expiry') return digits.slice(0, 4).replace(/^(..)(?=.)/, '$1 / ');
  return digits.slice(0, 4);
}

function problems(): NonNullable<ReturnType<typeof problem>>[] {
  return names.flatMap((name) => problem(name, inputs.get(name)?.value ?? '') ?? []);
}

function showProblems(): void {
  for (const name of names) showProblem(name);
}

function showProblem(name: CardInputName): void {
  const input = inputs.get(name);
  const found = problem(name, input?.value ?? '');
  input?.classList.toggle('invalid', found !== undefined);
  const error = input?.parentElement?.querySelector('.error');
  if (error) error.textContent = found?.message ?? '';
}

/**
 * Reports the state of the field. A separate field reports an incomplete value only when it loses the focus, and a
 * wrong value immediately.
 */
function reportChange(isLeft = false): void {
  const found = problems()[0];
  const empty = [...inputs.values()].every(({ value }) => value === '');
  const isShown = found && !empty && (isLeft || !found.code?.startsWith('incomplete'));
  const error = isShown ? { code: found.code ?? '', message: found.message ?? '' } : undefined;
  report({ type: 'change', change: { empty, complete: !found, error } });
}

type Report = FromFrame extends infer Message
  ? Message extends unknown
    ? Omit<Message, 'from'>
    : never
  : never;

function report(message: Report): void {
  parent.postMessage({ ...message, from: settings.id }, '*');
}
