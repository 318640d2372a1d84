import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The modes of what only Saldo's own account reads. */
export const privateFile = 0o600
export const privateFolder = 0o700

/** Creates a folder that only this account enters, whatever the umask; one that was wider is tightened. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: privateFolder })
  narrow(folder, privateFolder)
}

/** Tightens a folder and all that is in it: an earlier version, or a wide umask, may have left it open to others. */
export function tightenFolder(folder: string): void {
  makePrivateFolder(folder)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) tightenFolder(path)
    else if (entry.isFile()) narrow(path, privateFile)
  }
}

function narrow(path: string, mode: number): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found && !found.isSymbolicLink() && (found.mode & 0o777 & ~mode) !== 0) chmodSync(path, mode)
}
