import { resolve } from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Env } from '../env.ts'

/** Where files that people bring are kept, under names nobody can guess; never served by path. */
export function openFileStore(env: Env): Disk {
  return new Disk(new FSDriver({ location: resolve(env.SALDO_HOME, 'files'), visibility: 'private' }))
}
