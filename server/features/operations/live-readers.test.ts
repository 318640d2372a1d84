import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Feature, Readers } from '../../feature.ts'
import { groundFeatures, sections } from '../../features.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { liveReaders } from './live-readers.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

it('each name that the database tells offices has its readers, who may read a table of that name', async () => {
  const told = await app.services.asSystem(
    (tx) => tx<{ noun: string; tables: string[] }[]>`
      select split_part(encode(t.tgargs, 'escape'), '\\000', 1) as noun, array_agg(distinct c.relname::text) as tables
      from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
      where p.proname = 'tell_live' group by 1 order by 1`,
  )
  expect(told.map(({ noun }) => noun)).toEqual(Object.keys(liveReaders).sort())
  const tables_of = Object.values({ ...groundFeatures, ...sections }).map((each) => (each as Feature).tables)
  const readersOf: Record<string, Readers> = Object.assign({}, ...tables_of)
  for (const { noun, tables } of told) {
    const may: string[] = tables.flatMap((table) => readersOf[table] ?? [])
    expect(may, noun).toEqual(expect.arrayContaining([liveReaders[noun]].flat()))
  }
})
