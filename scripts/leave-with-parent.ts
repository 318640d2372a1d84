// Preloaded into every Node child: when the supervisor is gone, however it went, the child stops as if asked to.
process.on('disconnect', () => {
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.exit(1), 15_000).unref()
})
process.channel?.unref()
