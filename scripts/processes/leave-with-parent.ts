// Preloaded into every Node child: when the supervisor has ended in any way, the child stops as on a signal.
process.on('disconnect', () => {
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.exit(1), 15_000).unref()
})
process.channel?.unref()
