import { html, type Html } from '@upc/server-kit/html';

const PATHS = {
  bank: 'M4 10 12 4l8 6zM6 10v8M10 10v8M14 10v8M18 10v8M4 20h16',
  done: 'M5 12.5l4.5 4.5L19 7.5',
  waiting: 'M12 3a9 9 0 1 0 .01 0M12 7.5V12l3 2',
  over: 'M12 3a9 9 0 1 0 .01 0M12 11.5V16M12 8v.01',
};

/** Renders an icon, which is decoration. */
export function icon(name: keyof typeof PATHS): Html {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${PATHS[name]}" /></svg>`;
}
