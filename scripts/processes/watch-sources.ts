import { watch } from 'node:fs'
import { join } from 'node:path'
import { root } from '../run.mjs'
import type { Child } from './child.ts'

/**
 * Restarts `child` when a source in one of the `folders` changes, once for many changes at a time. A child that does
 * not start is reported and waits for the next change.
 */
export function restartOnChange(child: Child, folders: string[], say: (line: string) => void): void {
  let timer: NodeJS.Timeout | undefined
  let restarting = Promise.resolve()
  const restart = async () => {
    say(`${child.label}: restarting with the changed sources`)
    await child.restart().catch((error: Error) => say(error.message))
  }
  for (const folder of folders) {
    watch(join(root, folder), { recursive: true }, (_event, file) => {
      if (!file || file.includes('node_modules') || /\.test\.ts$/.test(file)) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        restarting = restarting.then(restart)
      }, 200)
    })
  }
}
