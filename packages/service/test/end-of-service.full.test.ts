import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { App } from '../src/app.js';
import { readEnvironment } from '../src/environment.js';
import { startService } from '../src/service.js';

test('a part that does not end well keeps no other open, nor the database', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'upc-end-'));
  const environment = readEnvironment({ UPC_ENVIRONMENT: 'test', UPC_DATA_DIR: folder });
  const running = await startService({
    ...environment,
    port: 0,
    metricsPort: 0,
    logLevel: 'silent',
    drainSeconds: 0,
  });
  const { app, metricsUrl } = running;
  const end = app.close.bind(app);
  (app as { close: App['close'] }).close = async () => {
    await end();
    throw new Error('this part failed');
  };
  await expect(running.close()).rejects.toThrow('this part failed');
  await expect(fetch(metricsUrl ?? '')).rejects.toThrow();
  await expect(app.context.db.execute(sql`select 1`)).rejects.toThrow();
  await rm(folder, { recursive: true });
});
