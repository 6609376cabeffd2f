// Loaded into each child (`node --import`): when the process that started it is gone, even by SIGKILL, the child
// ends as if told to, and no server is left behind on its port.
process.channel?.unref();
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
