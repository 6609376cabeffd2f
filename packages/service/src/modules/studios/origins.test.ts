import { expect, test } from 'vitest';
import { isRegistered } from './origins.js';

const PATTERNS = ['http://localhost:*', 'https://gym.example', 'https://*.studio.example'];

test('registered origins are told from others', () => {
  const origins = [
    ['http://localhost:5173', true],
    ['http://localhost', true],
    ['http://127.0.0.1:5173', false],
    ['https://localhost:5173', false],
    ['http://localhost.evil.example:80', false],
    ['http://localhost:5173.evil.example', false],
    ['https://gym.example', true],
    ['https://gym-example', false],
    ['https://gym.example:8443', false],
    ['https://www.studio.example', true],
    ['https://a.b.studio.example', true],
    ['https://studio.example', false],
    ['https://evilstudio.example', false],
    ['https://evil.example/.studio.example', false],
    ['null', false],
    ['', false],
  ] as const;
  expect(origins.map(([origin]) => [origin, isRegistered(origin, PATTERNS)])).toEqual(origins);
});
