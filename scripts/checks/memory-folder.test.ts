import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryHome } from '../home/temporary-home.ts'
import { memoryFolder } from './memory-folder.ts'

const GIB = 2 ** 30

describe('the folder in memory for temporary files of tests', () => {
  const room = (shared: string, options = 'rw,nosuid') => ({
    free: () => 4 * GIB,
    available: 16 * GIB,
    mounts: () => `tmpfs /elsewhere tmpfs rw 0 0\ntmpfs ${shared} tmpfs ${options} 0 0\n`,
  })

  it('is one for this user, which others may pass through but not list', () => {
    const shared = temporaryHome()
    const folder = memoryFolder(shared, room(shared)) ?? ''
    expect(basename(folder)).toMatch(/^saldo-tests-\d+$/)
    expect(statSync(folder).mode & 0o777).toBe(0o711)
    expect(memoryFolder(shared, room(shared))).toBe(folder)
  })

  it('is not used without room, memory, or the right to run programs there', () => {
    const shared = temporaryHome()
    expect(memoryFolder(shared, { ...room(shared), free: () => GIB })).toBeNull()
    expect(memoryFolder(shared, { ...room(shared), available: 4 * GIB })).toBeNull()
    expect(memoryFolder(shared, room(shared, 'rw,noexec'))).toBeNull()
    expect(memoryFolder(shared, { ...room(shared), mounts: () => '' })).toBeNull()
    expect(memoryFolder(`${shared}/missing`, room(shared))).toBeNull()
  })
})
