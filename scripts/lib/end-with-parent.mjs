// This module is loaded into each child (`node --import`). When the process that started the child disconnects or is
// gone, even by SIGKILL, the child shuts down, so that no server is left behind on its port. The module calls the
// child's handlers of SIGTERM, because on Windows a real signal leaves a process no time for them.
process.channel?.unref();
process.once('disconnect', () => {
  if (!process.emit('SIGTERM', 'SIGTERM')) process.exit();
});
