import { expect, it } from 'vitest';
import { frameAddress } from './frame-address.js';

it.each([
  'https://provider.example/frames/card',
  'http://localhost:4020/frames/card',
  'http://pay.localhost/frames/card',
  'http://127.0.0.1:4020/frames/card',
  'http://[::1]:4020/frames/card',
])('%s may be opened', (address) => {
  expect(frameAddress(address).href).toBe(address);
});

it.each([
  'javascript:alert(document.domain)//',
  ' JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>parent.x=1</script>',
  'blob:https://provider.example/1',
  'file:///etc/passwd',
  'http://provider.example/frames/card',
  'http://localhost.provider.example/frames/card',
  '//provider.example/frames/card',
  '',
])('%j is refused, and not repeated', (address) => {
  expect(() => frameAddress(address)).toThrow(
    expect.objectContaining({
      code: 'PSP_ERROR',
      message: expect.not.stringContaining('alert') as string,
    }) as Error,
  );
});
