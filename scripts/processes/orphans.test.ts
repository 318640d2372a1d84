import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { placesIn } from '../home/settings.ts'
import { temporaryHome } from '../home/temporary-home.ts'
import { recordChild, stopOrphans } from './orphans.ts'
import { identityOf, stillRuns } from './process-identity.ts'

async function longRunning(...args: string[]): Promise<number> {
  const program = "console.log('up'); setInterval(() => {}, 1000)"
  const child = spawn(process.execPath, ['-e', program, '--', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child.pid as number
}

it('stops processes that an earlier supervisor left running', async () => {
  const home = temporaryHome()
  const pid = await longRunning()
  recordChild(home, 'server', pid, 'SIGTERM')
  expect(await stopOrphans(home)).toEqual(['server'])
  expect(identityOf(pid)).toBeNull()
  expect(await stopOrphans(home)).toEqual([])
})

it('leaves alone a process that only reuses the number', async () => {
  const home = temporaryHome()
  const pid = await longRunning()
  recordChild(home, 'server', pid, 'SIGTERM')
  const note = join(placesIn(home).running, 'server.json')
  writeFileSync(note, JSON.stringify({ ...JSON.parse(readFileSync(note, 'utf8')), started: 'another time' }))
  expect(await stopOrphans(home)).toEqual([])
  expect(identityOf(pid)).not.toBeNull()
})

function postmasterNote(home: string, pid: number): string {
  const { postgres } = placesIn(home)
  mkdirSync(postgres)
  const note = join(postgres, 'postmaster.pid')
  writeFileSync(note, `${pid}\n${postgres}\n`)
  return note
}

it('finds a Postgres that was never noted', async () => {
  const home = temporaryHome()
  const pid = await longRunning('-D', placesIn(home).postgres)
  postmasterNote(home, pid)
  expect(await stopOrphans(home)).toEqual(['postgres'])
  expect(identityOf(pid)).toBeNull()
})

it("removes Postgres' own note when its number now belongs to another program", async () => {
  const home = temporaryHome()
  const pid = await longRunning()
  const note = postmasterNote(home, pid)
  expect(await stopOrphans(home)).toEqual([])
  expect(existsSync(note)).toBe(false)
  const identity = identityOf(pid)
  expect(identity && stillRuns(identity)).toBe(true)
})
