import { loadStudios } from '../backend.js';
import { firstStudio, isGerman, locale, localisePage } from '../language.js';
import { load } from '../load.js';
import { showTestData } from '../show-test-data.js';
import { testData } from '../test-data.js';
import { find, h, serviceUrl } from './dom.js';
import { Flow } from './flow.js';
import { failure, problem } from './problem.js';
import { membershipStep } from './steps/membership.js';
import { offersStep } from './steps/offers.js';
import { paymentStep } from './steps/payment.js';
import { personStep } from './steps/person.js';
import { reviewStep } from './steps/review.js';
import { thanksStep } from './steps/thanks.js';
import { showSummary } from './summary.js';
import { en, text } from './words.js';

/** @typedef {import('./flow.js').StepName} StepName */

const STEPS = {
  ...{ offers: offersStep, membership: membershipStep, person: personStep },
  ...{ payment: paymentStep, review: reviewStep, thanks: thanksStep },
};

localisePage(en, text);
const place = find('#step', HTMLElement);
/** Aborted when the visitor leaves a step, so that its widget and timers end. */
let leaving = new AbortController();
/** Closes the price at the lower edge of a phone. */
let closeSummary = () => {};
void load(place, open, begin, { rows: 4, failed: failure });

/** Finds the studio, and the visitor's signup or a new one. */
async function open() {
  const studios = await loadStudios();
  const query = new URLSearchParams(location.search);
  const studio = studios.find(({ id }) => id === query.get('studio')) ?? firstStudio(studios);
  if (studio === undefined) throw new Error('The backend has no studios.');
  const member = studio.customers.find(({ customerId }) => String(customerId) === query.get('member'));
  find('#studio-name', HTMLElement).textContent = studio.name;
  if (member)
    find('#title', HTMLElement).textContent = text('titleMember', { name: member.name.split(' ')[0] ?? '' });
  showStudios(studios, studio);
  showTestData(find('#test-data', HTMLElement), testData(studio.countryCode), isGerman);
  const flow = new Flow(studio, member, (step) => go(flow, step));
  await flow.open();
  return flow;
}

/** @param {Flow} flow */
function begin(flow) {
  closeSummary = showSummary(flow, find('#summary', HTMLElement), place);
  addEventListener('hashchange', () => show(flow, stepInAddress()));
  show(flow, flow.booked ? 'thanks' : flow.isSent ? 'review' : stepInAddress());
  return undefined;
}

/**
 * Returns the step that the address names. The address contains it so that the browser's Back button works.
 * @returns {StepName}
 */
function stepInAddress() {
  const name = location.hash.slice(1);
  return Object.hasOwn(STEPS, name) ? /** @type {StepName} */ (name) : 'offers';
}

/**
 * Shows the step immediately. Setting `location.hash` would leave the old step in place for a moment, in which it could
 * receive a second click.
 *
 * @param {Flow} flow
 * @param {StepName} step
 */
function go(flow, step) {
  if (stepInAddress() !== step) history.pushState(null, '', `#${step}`);
  show(flow, step);
}

/**
 * @param {Flow} flow
 * @param {StepName} wanted
 */
function show(flow, wanted) {
  // If the step cannot be shown yet or any longer, show the last available one.
  const steps = [...flow.steps, /** @type {const} */ ('thanks')];
  const possible = steps.filter((one) => flow.canShow(one));
  const step = possible.includes(wanted) ? wanted : (possible.at(wanted === 'offers' ? 0 : -1) ?? 'offers');
  if (step !== wanted) history.replaceState(null, '', `#${step}`);
  leaving.abort();
  leaving = new AbortController();
  const isDone = step === 'thanks';
  const title = text(`step_${step}`, { name: flow.firstName });
  const heading = h(isDone ? 'h1' : 'h2', { tabIndex: -1, id: 'step-title' }, title);
  find('#title', HTMLElement).hidden = isDone;
  const { refusal } = flow;
  place.replaceChildren(heading, STEPS[step](flow, leaving.signal));
  flow.refusal = undefined;
  showProgress(flow, step);
  document.title = `${heading.textContent} – ${flow.studio.name}`;
  // The page does not move the focus when it opens, nor when it shows the same step again.
  const before = document.documentElement.dataset.step;
  if (before !== undefined && before !== step) {
    closeSummary();
    heading.focus();
    scrollTo({ top: 0 });
  }
  document.documentElement.dataset.step = step;
  if (refusal && step !== 'payment') showRefusal(refusal, heading);
}

/**
 * Moves the focus to the field that shows why the service refused it, or shows the reason if there is no such field.
 *
 * @param {import('./backend.js').BackendError} refusal
 * @param {HTMLElement} heading
 */
function showRefusal(refusal, heading) {
  const wrong = place.querySelector('[aria-invalid="true"]');
  const target = wrong?.closest('.signature') ?? wrong;
  if (target instanceof HTMLElement) return target.focus();
  const message = problem({ title: refusal.message, traceId: refusal.traceId });
  heading.after(message);
  message.focus();
}

/**
 * @param {Flow} flow
 * @param {StepName} step
 */
function showProgress(flow, step) {
  const number = flow.steps.indexOf(step) + 1;
  const before = flow.steps[number - 2];
  const steps = /** @type {Exclude<StepName, 'thanks'>[]} */ (flow.steps);
  const items = steps.map((one, index) => {
    const title = text(`short_${one}`);
    const isCurrent = one === step;
    const canGo = !isCurrent && flow.canShow(one);
    const item = h('li', {}, canGo ? h('a', { href: `#${one}` }, title) : h('span', {}, title));
    if (isCurrent) item.setAttribute('aria-current', 'step');
    if (index < number - 1) item.className = 'past';
    return item;
  });
  find('#progress', HTMLElement).replaceChildren(
    ...(number === 0
      ? []
      : [
          h(
            'p',
            { className: 'progress-words' },
            text('stepOf', { number, count: flow.steps.length }),
            before ? h('a', { href: `#${before}` }, `‹ ${text('back')}`) : null,
          ),
          h('ol', { className: 'progress', 'aria-label': text('progress') }, ...items),
        ]),
  );
}

/**
 * Fills the list of studios. A partner has one studio; here the visitor can try each of them.
 *
 * @param {readonly import('./types').Studio[]} studios
 * @param {import('./types').Studio} chosen
 */
function showStudios(studios, chosen) {
  const select = find('#studio', HTMLSelectElement);
  select.replaceChildren(...studios.map(({ id, name }) => new Option(name, id, false, id === chosen.id)));
  select.onchange = () => location.assign(`/signup?studio=${encodeURIComponent(select.value)}`);
  find('#cancel-contract', HTMLAnchorElement).href =
    `${serviceUrl()}/contracts/cancel/${chosen.studioId}?lang=${locale}`;
}
