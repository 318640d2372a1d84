import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryHome } from './home/temporary-home.ts'
import { isInstalled, matchesLock, stamp } from './install.mjs'

type Packages = Record<string, object>

/** A project whose lock asks for `wanted` and whose node_modules, says npm, holds `there`. */
function project(wanted: Packages, there: Packages): string {
  const folder = temporaryHome()
  mkdirSync(join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...wanted } }))
  writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: there }))
  return folder
}

describe('isInstalled', () => {
  it('holds from the stamp until the lock changes', () => {
    const folder = project({}, {})
    expect(isInstalled(folder)).toBe(false)
    stamp(folder)
    expect(isInstalled(folder)).toBe(true)
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: { changed: {} } }))
    expect(isInstalled(folder)).toBe(false)
  })

  it('is false without node_modules', () => {
    expect(isInstalled(temporaryHome())).toBe(false)
  })
})

describe('matchesLock', () => {
  const zod = { 'node_modules/zod': { version: '4.6.7' } }

  it('accepts what a developer installed by hand', () => {
    expect(matchesLock(project(zod, zod))).toBe(true)
  })

  it("does without other machines' optional packages", () => {
    const elsewhere = { 'node_modules/binding-win32': { version: '1.0.0', optional: true } }
    expect(matchesLock(project({ ...zod, ...elsewhere }, zod))).toBe(true)
  })

  it('refuses a missing package, or another version', () => {
    expect(matchesLock(project(zod, {}))).toBe(false)
    expect(matchesLock(project(zod, { 'node_modules/zod': { version: '4.6.6' } }))).toBe(false)
  })

  it('refuses a folder where npm never finished', () => {
    const folder = temporaryHome()
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: {} }))
    expect(matchesLock(folder)).toBe(false)
  })
})
