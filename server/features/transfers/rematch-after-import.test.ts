import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { billImports } from '../../testing/features/bill-imports.ts'
import { loadedStatements } from '../../testing/features/loaded-statements.ts'
import { signIn } from '../../testing/people.ts'

const fixture = (path: string) => readFileSync(new URL(path, import.meta.url))
const statement = 'estratto.camt.053.001.02.xml'
type Movement = { ref: string; outcome: string; allocations?: { bill: string }[] }
const expected = JSON.parse(fixture('../../bank-files/fixtures/expected.json').toString()) as Record<
  string,
  { statements: { movements: Movement[] }[] }
>

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

it('a transfer that was read before its bill is matched right after the bill is imported', async () => {
  const signed = await signIn(test.services, 'customer')
  const { load, byReference } = loadedStatements(test, signed)
  const { upload, confirm } = await billImports(test, signed)
  const key = Object.keys(expected).find((each) => each.endsWith(statement)) as string
  const certain = expected[key]?.statements
    .flatMap(({ movements }) => movements)
    .find(({ outcome, allocations }) => outcome === 'certain' && allocations?.length === 1) as Movement
  const number = certain.allocations?.[0]?.bill as string
  const all = fixture('../imports/fixtures/03-bollette.csv').toString('latin1')
  const others = all.split('\n').filter((line) => !line.includes(`;${number};`))
  const importBills = async (text: string, name: string) => {
    await confirm((await upload(Buffer.from(text, 'latin1'), name)).import_id)
    await runJobs(test.services)
  }
  await importBills(others.join('\n'), 'prima.csv')
  await load(fixture(`../../bank-files/fixtures/${statement}`), statement)
  expect((await byReference(certain.ref)).state).not.toBe('matched')
  await importBills(all, 'dopo.csv')
  expect(await byReference(certain.ref)).toMatchObject({ state: 'matched' })
})
