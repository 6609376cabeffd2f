import { expect, it } from 'vitest';
import { fileOf } from './file-of.js';

const file = 'https://cdn.example/npm/upc-payment-widget@0.1.0/dist/script/widget.js';

it.each([
  ['the bare name of the package', 'https://cdn.example/npm/upc-payment-widget'],
  ['a folder', 'https://cdn.example/npm/upc-payment-widget/'],
  ['a version', 'https://cdn.example/npm/upc-payment-widget@0.1.0'],
  ['a range', 'https://cdn.example/npm/upc-payment-widget@^0.1'],
  ['a tag and a query', 'https://cdn.example/npm/upc-payment-widget@latest?from=page#top'],
  ['the file of a range', 'https://cdn.example/npm/upc-payment-widget@0/dist/script/widget.js'],
  [
    'the file of a tag, and a query',
    'https://cdn.example/npm/upc-payment-widget@latest/dist/script/widget.js?a#b',
  ],
  ['the file of another version', 'https://cdn.example/npm/upc-payment-widget@0.2.0/dist/script/widget.js'],
])('%s stands for the file of this version', (_, address) => {
  expect(fileOf(address, '0.1.0')).toBe(file);
});

it.each([
  file,
  '',
  'https://shop.example/node_modules/upc-payment-widget/dist/script/widget.js',
  'https://pay.example/widget/widget.js',
  'https://pay.example/widget/0.1.0/widget.js',
  'https://shop.example/js/upc-payment-widget.js',
  'https://shop.example/upc-payment-widget/widget.js',
  'https://shop.example/my-upc-payment-widget',
  'https://shop.example/widget.js?copy=/upc-payment-widget',
  'https://shop.example/widget.js#/upc-payment-widget',
])('the address of a file stays: %s', (address) => {
  expect(fileOf(address, '0.1.0')).toBe(address);
});
