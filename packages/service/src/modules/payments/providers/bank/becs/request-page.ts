import { html, type Html } from '@upc/server-kit/html';
import { renderPage } from '../../../../../core/http/page.js';
import { type BecsField, LONGEST_HOLDER } from '../../../bank-details/becs.js';
import type { MandateOffer } from '../../../mandates/mandate-offer.js';
import { amountText, type DirectDebitRequest } from './direct-debit-request.js';

/** Names in the form, in the order of the page. */
export type FieldName = BecsField | 'accepted';

/** The values that were entered, as they are. */
export type Entered = Readonly<Partial<Record<FieldName, string>>>;

interface Field {
  readonly label: string;
  readonly hint?: string;
  readonly problem: string;
  readonly attributes: Html;
}

const DIGITS = html`inputmode="numeric" autocomplete="off" spellcheck="false"`;

const FIELDS: Readonly<Record<BecsField, Field>> = {
  accountHolder: {
    label: 'Account name',
    problem: `Please enter the name of the account, with at most ${LONGEST_HOLDER} characters.`,
    attributes: html`autocomplete="name" maxlength="70"`,
  },
  bankLocationId: {
    label: 'BSB',
    hint: 'Six digits, for example 123-456',
    problem: 'Please enter the six digits of the BSB, for example 123-456.',
    attributes: html`${DIGITS} maxlength="20"`,
  },
  accountNumber: {
    label: 'Account number',
    hint: 'Up to nine digits',
    problem: 'Please enter the account number, with at most nine digits.',
    attributes: html`${DIGITS} maxlength="20"`,
  },
  email: {
    label: 'Email',
    hint: 'For notices of your debits',
    problem: 'Please enter an email address, for example name@example.com.',
    attributes: html`type="email" autocomplete="email" maxlength="254"`,
  },
};

/** All fields in the order of the page. */
const FIELD_NAMES = [...(Object.keys(FIELDS) as BecsField[]), 'accepted'] as const;

const NOT_ACCEPTED = 'Please tick the box to sign the Direct Debit Request.';

export interface RequestForm {
  readonly request: DirectDebitRequest;
  readonly offer: MandateOffer;
  /** Hash of the text to be signed. */
  readonly hash: string;
  readonly entered: Entered;
  readonly problems: ReadonlySet<FieldName>;
  /** Whether the text has changed since the payer has read it. */
  readonly hasChanged: boolean;
}

/** Renders the page on which a payer signs a Direct Debit Request. It needs no script. */
export function requestPage(form: RequestForm): string {
  const { request, offer, hash, entered, problems, hasChanged } = form;
  const { creditor } = request.studio;
  const { guarantee } = offer;
  const isUnsigned = problems.size > 0 || hasChanged;
  const first = FIELD_NAMES.find((name) => problems.has(name));
  return renderPage({
    title: `${isUnsigned ? 'Not signed yet – ' : ''}${offer.heading} – ${creditor.name}`,
    language: 'en',
    content: html`<h1>${offer.heading}</h1>
      <p class="lines">${[creditor.name, ...offer.creditorLines].join('\n')}</p>
      ${
        isUnsigned
          ? html`<div
              class="notice"
              role="alert"
              ${first === undefined ? html`tabindex="-1" autofocus` : null}
            >
              <strong>Not signed yet</strong>
              <p>
                ${
                  hasChanged
                    ? 'The Direct Debit Request has changed. Please read it again.'
                    : 'Please check the marked fields.'
                }
              </p>
            </div>`
          : null
      }
      <dl>
        ${factsOf(request, offer).map(
          ([name, value]) =>
            html`<dt>${name}</dt>
              <dd>${value}</dd>`,
        )}
      </dl>
      <form method="post" novalidate>
        <input type="hidden" name="read" value="${hash}" />
        <h2>Account to be debited</h2>
        ${(Object.keys(FIELDS) as BecsField[]).map((name) =>
          field(name, { value: entered[name], isWrong: problems.has(name), isFirst: name === first }),
        )}
        <section>
          <h2>Your request</h2>
          ${offer.text.map((paragraph) => html`<p>${paragraph}</p>`)}
        </section>
        ${
          guarantee
            ? html`<section>
                <h2>${guarantee.heading}</h2>
                ${guarantee.items.map(section)}
              </section>`
            : null
        }
        ${consent(entered.accepted !== undefined && !hasChanged, problems.has('accepted'), first === 'accepted')}
        <button>Sign and continue</button>
        <button class="quiet" name="cancel" value="yes">Cancel</button>
      </form>`,
  });
}

function factsOf(
  request: DirectDebitRequest,
  { creditorIdentifierName, creditorIdentifier, reference }: MandateOffer,
): (readonly [name: string, value: string])[] {
  return [
    ...(creditorIdentifierName && creditorIdentifier
      ? [[creditorIdentifierName, creditorIdentifier] as const]
      : []),
    ['Request reference', reference],
    ['For', request.session.referenceText],
    ['Amount', capitalised(amountText(request))],
  ];
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function field(
  name: BecsField,
  {
    value = '',
    isWrong,
    isFirst,
  }: { readonly value?: string | undefined; readonly isWrong: boolean; readonly isFirst: boolean },
): Html {
  const { label, hint, problem, attributes } = FIELDS[name];
  const describedBy = [hint && `${name}-hint`, isWrong && `${name}-problem`].filter(Boolean).join(' ');
  return html`<div>
    <label for="${name}">${label}</label>
    ${hint ? html`<small id="${name}-hint">${hint}</small>` : null}
    <input
      id="${name}"
      name="${name}"
      value="${value}"
      required
      ${attributes}
      ${describedBy ? html`aria-describedby="${describedBy}"` : null}
      ${isWrong ? html`aria-invalid="true"` : null}
      ${isFirst ? html`autofocus` : null}
    />
    ${isWrong ? html`<p class="problem" id="${name}-problem">${problem}</p>` : null}
  </div>`;
}

/** Renders a section of the Service Agreement, whose first line is its heading. */
function section(text: string): Html {
  const [heading = '', ...lines] = text.split('\n');
  return html`<h3>${heading}</h3>
    <p>${lines.join('\n')}</p>`;
}

function consent(isChecked: boolean, isWrong: boolean, isFirst: boolean): Html {
  return html`<div>
    <label>
      <input
        type="checkbox"
        name="accepted"
        value="yes"
        required
        ${isChecked ? html`checked` : null}
        ${isWrong ? html`aria-invalid="true" aria-describedby="accepted-problem"` : null}
        ${isFirst ? html`autofocus` : null}
      />
      <span>I sign this Direct Debit Request and agree to its Service Agreement.</span>
    </label>
    ${isWrong ? html`<p class="problem" id="accepted-problem">${NOT_ACCEPTED}</p>` : null}
  </div>`;
}

/** Renders the page of a request that was signed or closed. The widget offers the document that was signed. */
export function endedPage({ payment, studio }: DirectDebitRequest, state: 'SIGNED' | 'CLOSED'): string {
  const isSigned = state === 'SIGNED';
  const title = isSigned
    ? 'You have signed this Direct Debit Request'
    : 'This Direct Debit Request is closed';
  return renderPage({
    title: `${title} – ${studio.creditor.name}`,
    language: 'en',
    content: html`<h1>${title}</h1>
      ${isSigned ? null : html`<p>It was cancelled, has expired or has ended. It cannot be signed any more.</p>`}
      ${payment.returnUrl === null ? null : html`<p><a href="${payment.returnUrl}">Back to ${studio.name}</a></p>`}`,
  });
}
