import { lockFolder } from '../src/folder-lock.js';

/* Holds the lock of the given folder until the process is killed. */
await lockFolder(process.argv[2] ?? '', { name: 'service', variable: 'UPC_DATA_DIR' });
process.stdout.write('held\n');
setInterval(() => {}, 60_000);
