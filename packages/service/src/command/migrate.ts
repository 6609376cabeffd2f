import { withOpened, type Desk } from './desk.js';

/** Opening the database migrates it. */
export async function migrate(desk: Desk): Promise<void> {
  await withOpened(desk, async ({ database: { raw } }) => {
    const { rows } = await raw.query({ text: 'select hash from drizzle.__drizzle_migrations' });
    desk.print(`The database has ${rows.length} migrations, all there are.\n`);
  });
}
