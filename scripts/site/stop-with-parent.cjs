// Preloaded into child programs: when the parent is gone, even by kill -9, the child stops as if it had received a stop signal.
if (process.connected) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel?.unref();
}
