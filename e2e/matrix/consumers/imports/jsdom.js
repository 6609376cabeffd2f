import { JSDOM } from 'jsdom';
import { importIn } from './in-window.js';

await importIn(new JSDOM('<!doctype html>', { url: 'http://localhost' }).window);
