import { resolve } from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Env } from '../env.ts'

/** Where uploaded files are kept, under names that nobody can guess. They are never served by path. */
export function openFileStore(env: Env): Disk {
  return new Disk(new FSDriver({ location: resolve(env.SALDO_HOME, 'files'), visibility: 'private' }))
}
