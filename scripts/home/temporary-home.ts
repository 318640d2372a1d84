import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** An empty directory for one test, deleted after it. */
export function temporaryHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'saldo-scripts-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  return home
}
