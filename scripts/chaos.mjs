import { ensurePgbouncer, startPgbouncer } from './lib/pgbouncer.mjs';
import { withPostgres } from './lib/postgres.mjs';
import { run } from './lib/run.mjs';

// `npm run chaos` runs the program with a PostgreSQL server of its own, behind PgBouncer.
const args = process.argv.slice(2);
const others = args.filter((arg) => arg !== '--direct');
const chaos = (/** @type {Record<string, string>} */ env) =>
  run(process.execPath, ['--import', 'tsx', 'packages/service/test/chaos/main.ts', ...others], {
    env,
    show: true,
  });

/** @param {string} server */
async function throughPgbouncer(server) {
  const { url, stop } = await startPgbouncer(await ensurePgbouncer(), server);
  try {
    return await chaos({
      DATABASE_URL: url,
      DATABASE_DIRECT_URL: server,
      DATABASE_PREPARED_STATEMENTS: 'off',
    });
  } finally {
    await stop();
  }
}

// Ctrl-C ends the program. This process continues, to stop the servers afterwards.
process.on('SIGINT', () => {});
try {
  const withServers = args.includes('--direct')
    ? (/** @type {string} */ server) => chaos({ DATABASE_URL: server })
    : throughPgbouncer;
  const { code } = await (args.includes('--help') ? chaos({}) : withPostgres(withServers));
  process.exitCode = code;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
