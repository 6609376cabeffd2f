import { html } from '@upc/server-kit/html';
import { renderPage } from './page.js';

/** Where a sentence ends; the dot of an abbreviation follows fewer letters. */
const SENTENCE_END = /(?<=\p{Letter}{2}\.)\s+(?=\p{Uppercase})/u;

/** Renders the refusal of a link for the person who has opened it: what is wrong, and what to do about it. */
export function refusalPage(message: string, language: string): string {
  const [problem = message, ...advice] = message.split(SENTENCE_END);
  return renderPage({
    title: problem,
    language,
    content: html`<h1>${problem}</h1>
      ${advice.length === 0 ? null : html`<p>${advice.join(' ')}</p>`}`,
  });
}
