import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect, type Sql } from '../../db/connection.ts'
import { cloneDatabase } from '../../testing/test-database.ts'

const page = readFileSync(new URL('../../../docs/accounting.md', import.meta.url), 'utf8')

let database: Awaited<ReturnType<typeof cloneDatabase>>
let sql: Sql
beforeAll(async () => {
  database = await cloneDatabase()
  sql = connect(database.url, { max: 1 })
})
afterAll(async () => {
  await sql.end()
  await database.drop()
})

/** The values that a column of the ledger allows, from its check constraint. */
async function wordsOf(table: string, column: string): Promise<string[]> {
  const [check] = await sql`
    select pg_get_constraintdef(oid) as words from pg_constraint
    where conrelid = ${table}::regclass and conname = ${`${table}_${column}_check`}`
  return [...String(check?.words).matchAll(/'([a-z_]+)'/g)].map(([, word]) => word as string).sort()
}
const section = (title: string) => page.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? ''
const named = (text: string) => [
  ...new Set([...text.matchAll(/`([a-z_]+)`/g)].map(([, word]) => word as string)),
]

it('names exactly the accounts of the ledger', async () => {
  const rows = [...section('The accounts').matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, word]) => word as string)
  expect(rows.sort()).toEqual(await wordsOf('ledger_lines', 'ledger_account'))
})

it('names exactly the kinds of entries, each with the act that posts it', async () => {
  const accounts = await wordsOf('ledger_lines', 'ledger_account')
  const kinds = await wordsOf('ledger_entries', 'kind')
  const said = named(section('Which act posts what')).filter(
    (word) => !accounts.includes(word) || kinds.includes(word),
  )
  expect(said.sort()).toEqual(kinds)
})

it('balances every entry of its examples', () => {
  for (const example of section('Worked examples').split('\n### ').slice(1)) {
    let sum = 0
    for (const [, debit = '', credit = ''] of example.matchAll(
      /^\|[^|]*\|[^|]*\| [a-z_]+ \|([^|]*)\|([^|]*)\|$/gm,
    ))
      sum += cents(debit) - cents(credit)
    expect({ example: example.split('\n')[0], sum }).toEqual({ example: example.split('\n')[0], sum: 0 })
  }
})
const cents = (text: string) => Number(text.replace(/[^0-9]/g, '') || '0')
