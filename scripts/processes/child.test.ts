import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { placesIn } from '../home/settings.ts'
import { temporaryHome } from '../home/temporary-home.ts'
import { type Child, type ChildNews, superviseChild } from './child.ts'

/** A child that says its start, is ready when `ready` exists in its home, and runs `program`. */
function supervise(program: string, ready_within_ms = 20_000) {
  const home = temporaryHome()
  const news: ChildNews[] = []
  const ready = join(home, 'ready')
  const before = `const { writeFileSync, appendFileSync } = require('node:fs')
    const up = () => { appendFileSync(${JSON.stringify(join(home, 'starts'))}, 'x'); writeFileSync(${JSON.stringify(ready)}, '') }\n`
  const child = superviseChild(
    {
      name: 'dummy',
      label: 'Dummy',
      home,
      command: { command: process.execPath, args: ['-e', before + program], env: process.env },
      ready: async () => existsSync(ready),
      ready_within_ms,
      stop_signal: 'SIGTERM',
      force_signal: 'SIGKILL',
      is_node: true,
    },
    (event) => news.push(event),
  )
  stopAfterTest(child)
  const pid = () => JSON.parse(readFileSync(join(placesIn(home).running, 'dummy.json'), 'utf8')).pid as number
  const starts = () => readFileSync(join(home, 'starts'), 'utf8').length
  return { child, home, news, pid, starts }
}

function stopAfterTest(child: Child) {
  onTestFinished(async () => {
    await child.stop()
  })
}

const FOREVER = 'up(); setInterval(() => {}, 1000)'

it('restarts a child that was killed, and reports it', async () => {
  const { child, news, pid, starts } = supervise(FOREVER)
  await child.start()
  const first = pid()
  process.kill(first, 'SIGKILL')
  await vi.waitFor(() => expect(starts()).toBe(2), 10_000)
  await vi.waitFor(() => expect(news.map(({ kind }) => kind)).toEqual(['stopped', 'back']), 10_000)
  expect(news[0]).toMatchObject({ why: 'SIGKILL', lines: [] })
  expect(pid()).not.toBe(first)
})

it('shows the last lines of a child that crashes', async () => {
  const { child, news } = supervise("up(); console.error('boom'); setTimeout(() => process.exit(3), 500)")
  await child.start()
  await vi.waitFor(
    () => expect(news[0]).toMatchObject({ kind: 'stopped', why: 'exit code 3', lines: ['boom'] }),
    10_000,
  )
})

it('waits longer after each crash', async () => {
  const { child, news } = supervise('up(); setTimeout(() => process.exit(1), 400)')
  await child.start()
  const waits = () => news.flatMap((event) => (event.kind === 'stopped' ? [event.again_in_ms] : []))
  await vi.waitFor(() => expect(waits()).toEqual([500, 1000, 2000]), 20_000)
})

it('does not restart a child that ends before it is ready: its last lines are the error', async () => {
  const { child, news } = supervise("console.error('no database'); process.exit(1)")
  await expect(child.start()).rejects.toThrow(/Dummy stopped \(exit code 1\)\.\nno database/)
  expect(news).toEqual([])
})

it('ends a child that is not ready in time', async () => {
  const { child, pid } = supervise('setInterval(() => {}, 1000)', 1000)
  await expect(child.start()).rejects.toThrow('Dummy is not ready after 1 s.')
  expect(pid).toThrow()
})

it('stops a child for good', async () => {
  const { child, news, pid } = supervise(FOREVER)
  await child.start()
  const stopped = pid()
  await child.stop()
  expect(() => process.kill(stopped, 0)).toThrow()
  expect(news).toEqual([])
})

it('restarts on request', async () => {
  const { child, news, pid } = supervise(FOREVER)
  await child.start()
  const first = pid()
  await child.restart()
  expect(pid()).not.toBe(first)
  expect(news).toEqual([])
})

it('appends the child’s output to its log', async () => {
  const { child, home } = supervise("console.log('hello'); up(); setInterval(() => {}, 1000)")
  writeFileSync(join(home, 'unrelated'), '')
  await child.start()
  expect(readFileSync(join(placesIn(home).logs, 'dummy.log'), 'utf8')).toBe('hello\n')
})
