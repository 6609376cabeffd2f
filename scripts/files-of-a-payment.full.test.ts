import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './lib/root.mjs';
import { run } from './lib/run.mjs';

it('the files of a SEPA payment lead from the widget to the usage of the token', async () => {
  const { code, output } = await run(process.execPath, [join(root, 'scripts/files-of-a-payment.mjs')]);
  expect(code, output).toBe(0);
  const [every = '', onPath = ''] = output.split(' files of which a function runs\n');
  expect(every.split('\n')).toEqual(
    expect.arrayContaining([
      'src/flow/submission.ts',
      'src/methods/sepa-form.ts',
      'packages/service/src/modules/payments/gateway/gateway.routes.ts',
      'packages/service/src/modules/payments/attempts/direct-debit-attempt.ts',
      'packages/simulator/src/rules/confirm-debit.ts',
      'packages/service/src/modules/payments/usages/use-token.ts',
    ]),
  );
  const path = onPath.split('\n').filter((line) => line.endsWith('.ts'));
  expect(path).toEqual(
    expect.arrayContaining(['src/gateway/gateway-client.ts', 'packages/service/src/modules/payments/usages/use-token.ts']),
  );
  expect(path.length, onPath).toBeLessThanOrEqual(30);
});
