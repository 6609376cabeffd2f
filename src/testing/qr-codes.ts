import type { Schemas } from '@upc/contract/gateway';

/** Codes as the service makes them, for a transfer of 29.90 with the reference “Membership 4711, Maren Petersen”. */
export const qrCodes = {
  /** To Studio Nord GmbH, DE89370400440532013000, HASPDEHHXXX. */
  euros: {
    standard: 'EPC',
    modules:
      'fe40c1decbfc138f6d96906eb6b123b4bb758374ae35dbafc5f93baec17ae46a2107faaaaaaaafe01d411a09' +
      '00be6dcfc013e6c475be964a06d6bc20b1d431b4c3ac535e6f4f28f0201218c10f0ed5cc26ffa5cc890cf45b' +
      '0fa48b0b2442145b2cdeba326de984af3ad969b808c9d309f6fe8bfb31fa14402c7544542a8caa10eb45132d' +
      '160d1e1faabf806fade553eeb06125feb364812c6baaab08b5c5b17649168bf2b5a5014c966b88d3cb268e97' +
      'efa364f64bb15c276cc42c58ba3e42c2bc59198a18f2f1431316e9a24efd74f8004a4c458477f962eb55ead0' +
      '52c914b914baea0f862fb5d41daa782a6ea60c343345048fae28cacfe9836885510',
  },
  /** To Studio See AG, CH9300762011623852957, Seestrasse 40, 8002 Zürich. */
  swissFrancs: {
    standard: 'SWISS_QR',
    modules:
      'fe0f1491802b3fc12b82330eba906eb93e238848cbb7513a8e3dd525dbaf5403eb5852ec1677d71e54b107fa' +
      'aaaaaaaaaafe0166cd4683ea00be53d2be1ee23e7a474ef0a89a4132b34b09820940981bde3ef9aa3f182b1d' +
      '5883017282223904ce3607f1e843a72ddcc2506bf5a109b15324ba1852d04c4d10469bfb82fc435e9490c084' +
      'db596c1c215b6653ed39a7a5824b672c29234ef7dadd7de48bdbc05858634d0961441d7690790972e5d81c0f' +
      '21f556a2950ba8025373f9733f82c47fab10e09c473c9147aada7abe9bcac1c6987f159b745f3eb255ff2cff' +
      'ef4b1afb6dbb50a1eb78689e29eed100a12f9cef909b079fb904cad836519f77ae81e53ad3e925fe7934d86b' +
      'ce1a068f3506d05fd49e83c51a3e9b1b7d2e00c3a5173d0fb365578788db7f57e41c73b08e34569b5427e59a' +
      '9f95c5257048a252815eeae55104e1f2858c1cb69936b337221303f1758106b368cc024deebe0fa3fe007baf' +
      'f1a99a45bf8f165a82486b305262346909315bad103bf301bf95d63166971e64baea284ff548cfa104cbcd7f' +
      '725a3bfef458e44d4d890',
  },
} as const satisfies Readonly<Record<string, Schemas['QrCode']>>;
