import { run } from './run.mjs';

/**
 * @param {string} user
 * @returns {Promise<{ uid: number, gid: number }>} the ids of a user and of their group
 * @throws when there is no such user
 */
export async function idsOf(user) {
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, user])).output)),
  );
  if (!uid || !gid) throw new Error(`There is no user ${user}.`);
  return { uid, gid };
}
