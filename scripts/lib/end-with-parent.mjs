// Loaded into each child (`node --import`): when the process that started it lets go of it, or is gone, even by SIGKILL, the
// child ends as if told to, and no server is left behind on its port. What it does on SIGTERM is called, since a real signal
// leaves a process on Windows no time for that.
process.channel?.unref();
process.once('disconnect', () => {
  if (!process.emit('SIGTERM', 'SIGTERM')) process.exit();
});
