import { withPostgres } from './lib/postgres.mjs';
import { run } from './lib/run.mjs';

// `npm run chaos` runs the program with a PostgreSQL server of its own.
const args = process.argv.slice(2);
const chaos = (/** @type {Record<string, string>} */ env) =>
  run(process.execPath, ['--import', 'tsx', 'packages/service/test/chaos/main.ts', ...args], {
    env,
    show: true,
  });

// Ctrl-C ends the program. This process continues, to stop the server afterwards.
process.on('SIGINT', () => {});
try {
  const { code } = args.includes('--help')
    ? await chaos({})
    : await withPostgres((url) => chaos({ DATABASE_URL: url }));
  process.exitCode = code;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
