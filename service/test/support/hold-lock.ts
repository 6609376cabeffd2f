import { lockFolder } from '../../src/store/folder-lock.js';

/* Holds the lock of the folder given until it is killed. */
await lockFolder(process.argv[2] ?? '');
process.stdout.write('held\n');
setInterval(() => {}, 60_000);
