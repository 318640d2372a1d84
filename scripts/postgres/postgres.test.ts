import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import postgres from 'postgres'
import { expect, it, onTestFinished, vi } from 'vitest'
import { placesIn } from '../home/settings.ts'
import { temporaryHome } from '../home/temporary-home.ts'
import { type ChildNews, superviseChild } from '../processes/child.ts'
import { postgresChild } from '../processes/children.ts'
import { provision } from './postgres.ts'

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}

it('keeps committed data through kill -9, and its owner is not a superuser', async () => {
  const home = temporaryHome()
  const cluster = { dir: placesIn(home).postgres, port: await freePort(), superuser_password: "it's" }
  const news: ChildNews[] = []
  const child = superviseChild(await postgresChild(cluster, home), (event) => news.push(event))
  onTestFinished(() => child.stop())
  await child.start()

  const url = await provision(cluster, { password: "o'wner", database: 'saldo' })
  expect(await provision(cluster, { password: "o'wner", database: 'saldo' })).toBe(url)
  const before = postgres(url, { max: 1, onnotice: () => {} })
  await before`create table kept as select 42 as answer`
  const [owner] = await before`select rolsuper, rolcreaterole from pg_roles where rolname = current_user`
  expect(owner).toEqual({ rolsuper: false, rolcreaterole: true })

  const { pid } = JSON.parse(readFileSync(join(placesIn(home).running, 'postgres.json'), 'utf8'))
  process.kill(pid, 'SIGKILL')
  await vi.waitFor(() => expect(news.at(-1)?.kind).toBe('back'), 30_000)
  await before.end({ timeout: 1 })

  const after = postgres(url, { max: 1 })
  expect(await after`select answer from kept`).toEqual([{ answer: 42 }])
  await after.end()
})
