import { h } from './dom.js';
import { field, tickField } from './fields.js';
import { signaturePad } from './signature-pad.js';
import { text } from './words.js';

/** @typedef {import('./flow.js').Flow} Flow */

/**
 * Builds the fields for the name of the legal representative, who agrees to the contract of a member under age.
 * @param {Flow} flow
 */
export function representativeNames(flow) {
  return /** @type {const} */ (['firstName', 'lastName']).map((part) => {
    const name = part === 'firstName' ? 'representativeFirstName' : 'representativeLastName';
    return field({
      ...{ name, label: text(name), value: flow.typed.legalRepresentative?.[part] ?? '' },
      ...refused(flow, part),
      onInput: (value) => change(flow, { [part]: value }),
    });
  });
}

/**
 * Builds the part of the review in which the legal representative agrees and signs.
 *
 * @param {Flow} flow
 * @param {import('./fields.js').Field[]} fields receives the fields that must be filled in
 */
export function representativeConsent(flow, fields) {
  const { consent = false, base64SvgSignature } = flow.typed.legalRepresentative ?? {};
  const name = flow.firstName;
  // A member has no step for personal data.
  const names = flow.member ? representativeNames(flow) : [];
  const tick = tickField({
    ...{ name: 'representativeConsent', words: text('representativeConsent', { name }), checked: consent },
    missing: text('representativeConsentMissing'),
    ...refused(flow, 'consent'),
    onChange: (isOn) => change(flow, { consent: isOn }),
  });
  const signer = flow.representativeName;
  const pad = signaturePad({
    ...{ name: 'representativeSignature', label: text('representativeSignature'), value: base64SvgSignature },
    missing: text('representativeSignatureMissing'),
    ...(signer && !flow.member ? { hint: text('representativeSigns', { name: signer }) } : {}),
    ...refused(flow, 'base64SvgSignature'),
    onChange: (signature) => change(flow, { base64SvgSignature: signature }),
  });
  fields.push(...names, tick, pad);
  const title = text('representativeTitle');
  return h(
    'section',
    { className: 'card text-block', 'aria-label': title },
    h('h4', {}, title),
    h('p', {}, text('representativeReview', { name })),
    ...names.map(({ element }) => element),
    tick.element,
    pad.element,
  );
}

/**
 * @param {Flow} flow
 * @param {Partial<NonNullable<import('./types').Typed['legalRepresentative']>>} entries
 */
function change(flow, entries) {
  flow.change({ legalRepresentative: { ...flow.typed.legalRepresentative, ...entries } });
}

/**
 * Returns the service's message for a part of the representative. A refusal of the whole is shown at the signature.
 *
 * @param {Flow} flow
 * @param {'firstName' | 'lastName' | 'consent' | 'base64SvgSignature'} part
 */
function refused({ refusal }, part) {
  const [, which] = /legalRepresentative(?:\.(\w+))?$/.exec(refusal?.reference ?? '') ?? [undefined, null];
  return refusal && which !== null && (which ?? 'base64SvgSignature') === part
    ? { error: refusal.message }
    : {};
}
