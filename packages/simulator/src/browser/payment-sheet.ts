import type { SheetMessage, SheetPageMessage, SheetSettings } from '@upc/contract/frame-protocol';
import type { BrowserIntentView } from '@upc/contract/simulator-api';
import './bank-page.css';
import { resultOf } from './confirm-result.js';
import { connection } from './connect.js';
import { found, reportHeight } from './dom.js';
import { ProviderClient, RefusedError } from './provider-client.js';
import { readSettings } from './settings.js';

/** Milliseconds for which the sheet shows the outcome. */
const OUTCOME_MS = 1_000;
/** Milliseconds for which the sheet shows that the page has not answered in time. */
const LATE_MS = 4_000;

type Section = 'choice' | 'waiting' | 'done' | 'failed' | 'late';
type Confirm = Extract<SheetPageMessage, { type: 'confirm' }>;

const settings = readSettings() as SheetSettings;
const client = new ProviderClient(settings.publicKey);
const form = found('form');
const country = found('select', '[name="country"]');
const countryError = found('p', '#country-error');

/** `late` is the end for a sheet that has waited too long, even if a confirmation is under way. */
let phase: 'choosing' | 'approved' | 'confirming' | 'over' = 'choosing';

void connection(settings).then((port) => {
  const send = (message: SheetMessage): void => port.postMessage(message);
  let patience: ReturnType<typeof setTimeout> | undefined;

  const approve = (milliseconds: number): void => {
    phase = 'approved';
    show('waiting');
    send({ type: 'approve' });
    patience = setTimeout(() => void giveUp(), milliseconds);
  };
  const giveUp = async (): Promise<void> => {
    phase = 'over';
    await showFor('late', LATE_MS);
    send({ type: 'late' });
  };
  const confirm = async (message: Confirm): Promise<void> => {
    phase = 'confirming';
    const result = await resultOf(confirmed(message));
    if (isOver()) return;
    phase = 'over';
    clearTimeout(patience);
    const isPaid =
      result.outcome === 'answered' && result.status !== 'declined' && result.status !== 'cancelled';
    await showFor(isPaid ? 'done' : 'failed', OUTCOME_MS);
    send({ type: 'result', result });
  };
  const fail = async (): Promise<void> => {
    phase = 'over';
    clearTimeout(patience);
    await showFor('failed', OUTCOME_MS);
    send({ type: 'complete' });
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (phase !== 'choosing') return;
    checkCountry();
    if (countryError.textContent !== '') country.focus();
    else approve(event.submitter?.getAttribute('name') === 'late' ? 0 : settings.patience);
  });
  const cancel = (): void => {
    if (phase === 'choosing' || phase === 'approved') send({ type: 'cancel' });
  };
  found('button', '[name="cancel"]').addEventListener('click', cancel);
  // The modal around this frame does not receive its keys.
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') cancel();
  });
  port.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (phase !== 'approved') return;
    if (isConfirm(data)) void confirm(data);
    else if ((data as Partial<SheetPageMessage> | null)?.type === 'fail') void fail();
  });
  country.addEventListener('change', checkCountry);
  port.start();
  // A press before this point would have been lost.
  form.inert = false;
  send({ type: 'ready' });
  reportHeight((height) => send({ type: 'height', height }));
});

/** Refuses an address from which the provider takes no cards. Nothing is sent for it. */
function checkCountry(): void {
  const isRefused = country.selectedOptions[0]?.dataset.accepted === 'no';
  countryError.textContent = isRefused ? (countryError.dataset.text ?? '') : '';
  if (isRefused) country.setAttribute('aria-invalid', 'true');
  else country.removeAttribute('aria-invalid');
}

/** Confirms the intent with the chosen card. If it was confirmed before, its state decides. */
async function confirmed({ clientSecret, expected }: Confirm): Promise<BrowserIntentView> {
  const { wallet: name, recurring } = settings;
  const card = new FormData(form).get('card') as string;
  const wallet = { name, card, country: country.value, recurring };
  try {
    return await client.confirm({ clientSecret, source: { wallet }, expected });
  } catch (error) {
    const isConfirmed = error instanceof RefusedError && error.code === 'intent_unexpected_state';
    if (!isConfirmed) throw error;
    return client.retrieve(clientSecret);
  }
}

function show(section: Section): void {
  for (const part of document.querySelectorAll('main')) part.hidden = part.id !== section;
  document.querySelector<HTMLElement>(`#${section} > h1`)?.focus();
}

async function showFor(section: Section, milliseconds: number): Promise<void> {
  show(section);
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}

const isOver = (): boolean => phase === 'over';

function isConfirm(data: unknown): data is Confirm {
  const { type, clientSecret, expected } = (data ?? {}) as Partial<Confirm>;
  return type === 'confirm' && typeof clientSecret === 'string' && typeof expected === 'object';
}
