import type { FrameLayout, PageMessage } from '@upc/contract/frame-protocol';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Checks a message of the page. A message of another shape is ignored as a whole, because the page is trusted only with
 * the appearance.
 */
export function isPageMessage(data: unknown, layout: FrameLayout): data is PageMessage {
  if (!isObject(data)) return false;
  const isText = (...names: string[]): boolean => names.every((name) => typeof data[name] === 'string');
  switch (data.type) {
    case 'configure':
      return isText('locale') && isObject(data.texts) && isAppearance(data.appearance);
    case 'update':
      return typeof data.readOnly === 'boolean';
    case 'focus':
      return true;
    case 'show-refusal':
      return isText('field');
    case 'validate':
      return isText('id') && typeof data.focus === 'boolean';
    case 'confirm':
      // Only the frame with the number can confirm a payment.
      return layout !== 'expiry' && layout !== 'cvc' && isText('id', 'clientSecret', 'cardHolder');
    case 'abandon':
      return isText('id');
    default:
      return false;
  }
}

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const isAppearance = (value: unknown): boolean =>
  isObject(value) && isObject(value.field) && isObject(value.colors);
