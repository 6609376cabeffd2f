import { expect, it } from 'vitest';
import { serviceOf } from './service-of.js';

it('a script says which service it has come from', () => {
  const services = {
    'https://pay.example/widget/widget.js': 'https://pay.example',
    'https://pay.example/widget/0.1.0/widget.js': 'https://pay.example',
    'https://pay.example:8443/widget/1.2.3-beta.1+b/widget.js?v=2#x': 'https://pay.example:8443',
    // A copy at this path is indistinguishable from a service, so its page must set `baseUrl`.
    'https://mirror.example/widget/widget.js': 'https://mirror.example',
    'https://shop.example/widget/0.2.0/widget.js': 'https://shop.example',
    'http://localhost:4010/widget/widget.js': 'http://localhost:4010',
    'http://[::1]:4010/widget/widget.js': 'http://[::1]:4010',
  };
  const actual = Object.keys(services).map((address) => [address, serviceOf(address)]);
  expect(Object.fromEntries(actual)).toEqual(services);
});

it('a script from elsewhere says nothing of a service', () => {
  const addresses = [
    '',
    'https://cdn.example/widget.js',
    'https://cdn.example/npm/upc-payment-widget@0.1.0/dist/script/widget.js',
    'https://cdn.example/assets/widget/widget.js',
    'https://cdn.example/widget/latest/widget.js',
    'https://cdn.example/widget/0.1.0/../widget.js',
    'https://cdn.example/widget/0.1.0/copy/widget.js',
    'https://cdn.example/widget/widget.js.map',
    'https://cdn.example/widget/widget.jsx',
    'https://cdn.example/?/widget/widget.js',
    'https://cdn.example/#/widget/widget.js',
    'https://user@pay.example/widget/widget.js',
    'https://user:password@pay.example/widget/widget.js',
    'file:///widget/widget.js',
    'blob:https://pay.example/widget/widget.js',
    'data:text/javascript,https://pay.example/widget/widget.js',
    'chrome-extension://abc/widget/widget.js',
  ];
  expect(addresses.filter((address) => serviceOf(address) !== undefined)).toEqual([]);
});
