import { readFileSync } from 'node:fs'
import type { Movement, MovementDetail } from '@saldo/contract/payments/transfers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { billImports } from '../../testing/features/bill-imports.ts'
import { loadedStatements } from '../../testing/features/loaded-statements.ts'
import { signIn } from '../../testing/people.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const fixture = (path: string) => readFileSync(new URL(path, import.meta.url))
const files = ['estratto.camt.053.001.02.xml', 'estratto.camt.053.001.08.xml', 'estratto-rh.txt'] as const

type Outcome = {
  outcome: string
  allocations?: { bill: string; cents: number }[]
  surplus_cents?: number
  suggest?: string[]
  then?: string
  reopens?: { bill: string; cents: number }[]
}
type Expected = {
  statements: { movements: (Outcome & { ref: string; cents: number; transactions?: Outcome[] })[] }[]
}
const expected = JSON.parse(fixture('../../bank-files/fixtures/expected.json').toString()) as Record<
  string,
  Expected
>
const outcomesOf = (name: string) => {
  const key = Object.keys(expected).find((each) => each.endsWith(name)) as string
  return (expected[key] as Expected).statements
    .flatMap(({ movements }) => movements)
    .flatMap(({ transactions, ...movement }): (Outcome & { ref: string })[] =>
      transactions ? transactions.map((each) => ({ ...each, ref: movement.ref })) : [movement],
    )
}

/** An office with the 300 bills of the sample, and its calls. */
async function office() {
  const signed = await signIn(test.services, 'customer')
  const imports = await billImports(test, signed)
  const { import_id } = await imports.upload(
    fixture('../imports/fixtures/03-bollette.csv'),
    '03-bollette.csv',
  )
  await imports.confirm(import_id)
  return { ...signed, ...loadedStatements(test, signed) }
}

/** What became of a movement, as the sample's description says it. */
function outcomeOf({ live_proposals, matches, ...movement }: MovementDetail): Outcome {
  const { state, amount } = movement
  const active = matches.filter(({ undone_at }) => undone_at === null)
  if (state === 'excluded') return { outcome: 'not_a_collection' }
  if (state === 'reversal') return { outcome: 'reversal' }
  if (state === 'to_match')
    return {
      outcome: 'proposal',
      suggest: live_proposals.flatMap(({ bills }) => bills.map((bill) => bill.bill_number)),
    }
  if (state === 'to_explain') return { outcome: 'to_be_explained', suggest: [] }
  if (state === 'returned') return { outcome: 'certain', surplus_cents: 0 }
  const allocations = active
    .flatMap(({ bills }) => bills.map((bill) => ({ bill: bill.bill_number, cents: bill.amount })))
    .sort((one, other) => one.bill.localeCompare(other.bill))
  const settled = allocations.reduce((sum, { cents }) => sum + cents, 0)
  return { outcome: 'certain', allocations, surplus_cents: amount - settled }
}

describe('the sample statements', () => {
  it('match exactly as their description says, and nothing changes when they are loaded again', async () => {
    const { customer_id, load, all, detail, send } = await office()
    const figures = () =>
      test.services.asSystem(async (tx) => {
        const [sums] = await tx`
          select (select count(*) from bank_movements where customer_id = ${customer_id})::int as movements,
            (select count(*) from payments where customer_id = ${customer_id})::int as payments,
            (select sum(residue) from bills where customer_id = ${customer_id})::bigint as residue,
            (select coalesce(sum(balance), 0) from subject_credits where customer_id = ${customer_id})::bigint as credit,
            (select sum(l.amount) from ledger_lines l where l.customer_id = ${customer_id}
              and l.ledger_account = 'bank')::bigint as bank`
        return sums
      })
    for (const name of files) {
      const flow = await load(fixture(`../../bank-files/fixtures/${name}`), name)
      expect([flow.state, flow.refusal]).toEqual(['done', null])
      const movements: Movement[] = await all(`&ids=${(await idsOf(flow.flow_id)).join()}`)
      const ids = movements.map(({ movement_id }) => movement_id).sort((one, other) => one - other)
      const details = await Promise.all(ids.map(detail))
      const wrong: unknown[] = []
      const used = new Set<number>()
      for (const { ref, why: _why, ...outcome } of outcomesOf(name) as (Outcome & {
        ref: string
        why: string
      })[]) {
        // Debits and MAV belong to sections of their own: no transfer may take their money.
        const is_ours = outcome.outcome !== 'flow' && outcome.outcome !== 'return'
        const candidates = details.filter(
          (each) => each.bank_reference === ref && !used.has(each.movement_id),
        )
        const found = candidates[0]
        if (!found) throw new Error(`no movement ${ref}`)
        used.add(found.movement_id)
        const got = outcomeOf(found)
        if (!is_ours) expect(['to_explain', 'excluded', 'flow', 'reversal']).toContain(found.state)
        else if (!isSame(outcome, got)) wrong.push({ ref, expected: outcome, got, reason: found.reason })
      }
      expect(wrong).toEqual([])
      expect(used.size).toBe(details.length)
    }
    const dues = await test.services.asSystem(
      (tx) => tx`
        select number, residue from bills where customer_id = ${customer_id} and number = any(${[
          ...[
            '2026/000003',
            '2026/000007',
            '2026/000054',
            '2026/000204',
            '2026/000011',
            '2026/000064',
            '2026/000209',
          ],
        ]}::text[]) order by number`,
    )
    expect(Object.fromEntries(dues.map(({ number, residue }) => [number, residue]))).toEqual({
      ...{ '2026/000003': 25_234, '2026/000007': 5_000, '2026/000054': 0, '2026/000204': 100_000 },
      ...{ '2026/000011': 7_605, '2026/000064': 33_773, '2026/000209': 100_710 },
    })
    const before = await figures()
    for (const name of files) {
      // The file gets one more byte, so that it is a new flow: the import must recognise the movements, not the file.
      const text = fixture(`../../bank-files/fixtures/${name}`).toString('latin1')
      const other = name.endsWith('.xml') ? `${text}\n` : text.replaceAll('\r\n', '\n')
      const flow = await load(Buffer.from(other, 'latin1'), `di nuovo ${name}`)
      expect([flow.state, flow.known]).toEqual(['done', flow.count])
    }
    expect(await figures()).toEqual(before)
    const { body } = await send<{ items: { gap: number | null; account_name: string }[] }>(
      'GET',
      '/v1/bank-statements?sort=ends_on',
    )
    expect(
      body.items.filter(({ account_name }) => account_name.includes('Parco Verde')).map(({ gap }) => gap),
    ).toEqual([null, 0])
  })
})

const idsOf = async (flow_id: number) =>
  (
    await test.services.asSystem(
      (tx) => tx`select movement_id from bank_movements where flow_id = ${flow_id}`,
    )
  ).map((row) => row.movement_id as number)

function isSame(wanted: Outcome, got: Outcome): boolean {
  if (wanted.outcome !== got.outcome) return false
  if (wanted.outcome === 'proposal') return JSON.stringify(wanted.suggest) === JSON.stringify(got.suggest)
  if (wanted.outcome !== 'certain' || wanted.then) return true
  return (
    JSON.stringify(wanted.allocations) === JSON.stringify(got.allocations) &&
    wanted.surplus_cents === got.surplus_cents
  )
}
