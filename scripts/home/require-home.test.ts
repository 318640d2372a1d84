import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { requireHome } from './require-home.mjs'
import { readSettings } from './settings.ts'
import { temporaryHome } from './temporary-home.ts'
import { withDatabase } from './with-database.ts'

const program = new URL('./require-home.mjs', import.meta.url).href
const asRoot = process.getuid?.() === 0

/** Runs as another user. The number needs no account on this machine, so the sentence may show the number itself. */
function asAnother(home: string): string {
  const code = `import { requireHome } from ${JSON.stringify(program)}
    try { requireHome(${JSON.stringify(home)}); console.log('nothing') } catch (error) { console.log(error.message) }`
  return execFileSync(process.execPath, ['--input-type=module', '-e', code], {
    encoding: 'utf8',
    ...{ uid: 40_404, gid: 40_404, cwd: '/' },
  }).trim()
}

it('takes a folder that is there, and one that can be made', () => {
  const home = temporaryHome()
  requireHome(home)
  requireHome(join(home, 'a', 'b'))
  expect(existsSync(join(home, 'a'))).toBe(false)
})

it('refuses a file', () => {
  const file = join(temporaryHome(), 'file')
  writeFileSync(file, '')
  expect(() => requireHome(file)).toThrow(`SALDO_HOME: ${file} is no folder.`)
})

it.runIf(asRoot)('says to a user who cannot make the folder how it is made for them', () => {
  const parent = temporaryHome()
  chmodSync(parent, 0o755)
  expect(asAnother(join(parent, 'data'))).toMatch(
    /^SALDO_HOME: 40404 cannot make \S+\/data in \S+, which belongs to root\. Make it for them: install -d -o 40404 -m 700 \S+\/data$/,
  )
})

it.runIf(asRoot)('says to its owner what root has left in the folder', () => {
  const home = temporaryHome()
  chownSync(home, 40_404, 40_404)
  expect(asAnother(home)).toBe('nothing')
  mkdirSync(join(home, 'running'), { mode: 0o700 })
  expect(asAnother(home)).toMatch(
    /^SALDO_HOME: 40404 cannot write \S+\/running, which belongs to root\. Give the folder to them: chown -R 40404 \S+$/,
  )
})

it.runIf(asRoot)('refuses to let root work in the folder of another user', () => {
  const home = temporaryHome()
  chownSync(home, 40_404, 40_404)
  expect(() => requireHome(home)).toThrow(/belongs to 40404, and this is root, .* runuser -u 40404 -- npm …$/)
})

it('makes no PostgreSQL for a command that needs the one that is there', async () => {
  const home = temporaryHome()
  const settings = readSettings({ SALDO_HOME: home })
  await expect(withDatabase(settings, undefined, async () => 'made')).rejects.toThrow(
    /^There is no database: DATABASE_URL is not set, and \S+ holds no PostgreSQL of Saldo’s own\./,
  )
  expect(existsSync(join(home, 'postgres'))).toBe(false)
})

it('says in which database a command works, without the password', async () => {
  const given = 'postgres://saldo:segreta@db.example:6543/conti'
  const where = await withDatabase(readSettings({ DATABASE_URL: given }), given, async (_, where) => where)
  expect(where).toBe('in the database conti on db.example:6543')
})
