import { lockFolder } from '../src/folder-lock.js';

/* Holds the lock of the folder given until it is killed. */
await lockFolder(process.argv[2] ?? '', { name: 'service', variable: 'UPC_DATA_DIR' });
process.stdout.write('held\n');
setInterval(() => {}, 60_000);
