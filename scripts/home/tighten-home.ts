import { chmodSync, existsSync, lstatSync } from 'node:fs'
import { privateFile, tightenFolder } from '../../server/files/private-folder.ts'
import { placesIn } from './settings.ts'

/**
 * Closes SALDO_HOME to other accounts, also what an earlier version left open. Root's PostgreSQL runs as another account,
 * which must pass through the folder to its own data: then others may pass, and still list and read nothing.
 */
export function tightenHome(home: string): void {
  chmodSync(home, homeMode)
  const { secrets, instance, lock, sandbox, logs, running } = placesIn(home)
  for (const file of [secrets, instance, lock])
    if (existsSync(file) && lstatSync(file).isFile()) chmodSync(file, privateFile)
  for (const folder of [sandbox, logs, running]) if (existsSync(folder)) tightenFolder(folder)
}

export const homeMode = process.getuid?.() === 0 ? 0o711 : 0o700
