import type { Child } from './child.ts'

/**
 * Stops the children, the last started first, on Ctrl-C, SIGTERM, a closed terminal, or the end of the process that
 * started us; then exits with 0. A second Ctrl-C does not wait for them.
 * @param children may grow while they are being started.
 * @returns whether the stop is under way: failures are expected then.
 */
export function stopOnRequest(children: Child[], say: (line: string) => void): { stopping: () => boolean } {
  let asked: number | null = null
  const stop = async () => {
    // Ctrl-C reaches us from the terminal and again from npm: only a later one means haste.
    if (asked !== null) return performance.now() - asked > 700 ? force() : undefined
    asked = performance.now()
    say('Stopping…')
    await stopInOrder(children)
    say('Stopped.')
    process.exit(0)
  }
  const force = () => {
    for (const child of children) child.force()
    say('Interrupted.')
    setTimeout(() => process.exit(130), 200)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  process.on('disconnect', stop)
  // The terminal may be gone before we are: what we still say to it must not end us.
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})
  return { stopping: () => asked !== null }
}

/** Stops the children one by one, the last started first. */
export async function stopInOrder(children: Child[]): Promise<void> {
  for (const child of [...children].reverse()) await child.stop()
}
