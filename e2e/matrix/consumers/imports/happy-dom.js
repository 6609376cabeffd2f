import { Window } from 'happy-dom';
import { importIn } from './in-window.js';

await importIn(new Window({ url: 'http://localhost' }));
