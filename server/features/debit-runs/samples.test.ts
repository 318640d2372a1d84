import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type {
  BankMovement,
  DebitOrderFile,
  DebitOutcomeFile,
  StatementFile,
} from '../../bank-files/bank-file.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { billImports } from '../../testing/features/bill-imports.ts'
import { flowsOf, sampleFile } from '../../testing/features/debit-run-fixtures.ts'
import { signIn } from '../../testing/people.ts'

/* The files of a bank and of another program, in the order in which an office loads them: debits presented, the bank's
   answer, the statement. */

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const expected = JSON.parse(
  readFileSync(new URL('../../bank-files/fixtures/addebiti.expected.json', import.meta.url), 'utf8'),
)
const order = async () => (await sampleFile('addebiti.pain.008.001.02.xml')) as DebitOrderFile
const outcomes = async () => (await sampleFile('esiti-addebiti.pain.002.001.03.xml')) as DebitOutcomeFile

/** An office with the bills of 03-bollette.csv, as its import writes them. */
async function office() {
  const signed = await signIn(test.services, 'customer')
  const bills = await billImports(test, signed)
  const read = await bills.upload(
    readFileSync(new URL('../imports/fixtures/03-bollette.csv', import.meta.url)),
    '03-bollette.csv',
  )
  await bills.confirm(read.import_id)
  const { customer_id, user_id } = signed
  const [account] = await test.services.asSystem(
    (tx) =>
      tx`select account_id from accounts where customer_id = ${customer_id} and name = 'Condominio I Gelsi'`,
  )
  return {
    ...flowsOf(test, { customer_id, user_id }),
    customer_id,
    account_id: account?.account_id as number,
  }
}
type Office = Awaited<ReturnType<typeof office>>
/** An office for which every file is refused, so that nothing is ever written. */
let sober: Office | undefined

const statement = async (): Promise<BankMovement[]> => {
  const file = (await sampleFile('estratto.camt.053.001.08.xml')) as StatementFile
  return file.statements.find(({ iban }) => iban === 'IT66B0200899117000009775371')?.movements ?? []
}
const debitsOf = ({ as }: Office) =>
  as(
    (tx) => tx`
      select b.number, b.phase, b.residue, d.state, d.failure_code, d.end_to_end_id, d.settled_on, d.amount, m.umr, d.debtor_iban as iban,
        m.state as mandate
      from debits d join bills b on b.bill_id = d.bill_id join mandates m on m.mandate_id = d.mandate_id
      order by b.number`,
  )
const ledgerOf = ({ as }: Office) =>
  as(
    (tx) => tx`
      select l.ledger_account, sum(l.amount)::bigint as amount from ledger_entries e
      join ledger_lines l on l.entry_id = e.entry_id
      where e.payment_id is not null group by 1 order by 1`,
  )
/** Asks about each movement, in the order of the statement. */
async function explainAll(of: Office, movements: BankMovement[]) {
  const said = []
  for (const [at, movement] of movements.entries())
    said.push({ of: movement.bank_reference, ...(await of.explain(of.account_id, at + 1, movement)) })
  return said
}

describe('debits that another program presented', () => {
  it('hold their bills, are rejected, collected and returned as the files say, and the books agree', async () => {
    const of = await office()
    const loaded = await of.load(await order())
    expect(loaded).toMatchObject({ state: 'done', count: 14, known: 0, amount: 287_479 })
    const presented = await debitsOf(of)
    expect(
      presented.map(({ number, end_to_end_id, umr, amount, iban }) => ({
        ...{ bill: number, end_to_end_id, mandate: umr, cents: amount, iban },
      })),
    ).toEqual(expected['addebiti.pain.008.001.02.xml'].debits)
    expect(new Set(presented.map(({ state, phase, mandate }) => `${state} ${phase} ${mandate}`))).toEqual(
      new Set(['started pending active']),
    )

    expect(await of.load(await outcomes())).toMatchObject({ state: 'done', count: 5, known: 0 })
    const rejected = (await debitsOf(of)).filter(({ state }) => state === 'failed')
    expect(rejected).toMatchObject([
      { number: '2026/000103', failure_code: 'AC01', phase: 'returned', mandate: 'active' },
      { number: '2026/000109', failure_code: 'MD01', phase: 'returned', mandate: 'revoked' },
      { number: '2026/000114', failure_code: 'AM04', phase: 'returned', mandate: 'active' },
    ])
    expect(await ledgerOf(of)).toEqual([])

    const movements = await statement()
    const said = await explainAll(of, movements)
    expect(said.map(({ of: reference, kind }) => [reference, kind ?? null])).toEqual([
      ['C3-2026-06-0001', 'flow'],
      ['C3-2026-06-0002', 'flow'],
      ['C3-2026-06-0003', null],
      ['C3-2026-06-0003', null],
      ['C3-2026-06-0003', null],
      ['C3-2026-06-0004', 'return'],
      ['C3-2026-06-0005', 'return'],
      ['C3-2026-06-0006', 'return'],
      ['C3-2026-06-0007', null],
    ])
    expect(said[0]).toMatchObject({ flow_id: loaded.flow_id })
    expect(said[0]?.payment_ids).toHaveLength(9)
    const after = await debitsOf(of)
    const cents = (rows: readonly { amount?: number }[]) =>
      rows.reduce((sum, { amount }) => sum + (amount ?? 0), 0)
    expect(cents(after.filter(({ settled_on }) => settled_on !== null))).toBe(231_318)
    const returned = after.filter(({ state, settled_on }) => state === 'failed' && settled_on !== null)
    expect(cents(returned)).toBe(69_298)
    expect(returned).toMatchObject([
      { number: '2026/000101', failure_code: 'MD06', phase: 'returned', residue: 8_920, mandate: 'revoked' },
      { number: '2026/000105', failure_code: 'AM04', phase: 'returned', residue: 29_120, mandate: 'active' },
      { number: '2026/000111', failure_code: 'AC04', phase: 'returned', residue: 31_258, mandate: 'revoked' },
    ])
    expect(after.filter(({ state }) => state === 'done').map(({ phase }) => phase)).toEqual(
      Array(8).fill('paid'),
    )
    expect(await ledgerOf(of)).toEqual([
      { ledger_account: 'bank', amount: 231_318 - 69_298 },
      { ledger_account: 'receivables', amount: 69_298 - 231_318 },
    ])
    const runs = await of.as((tx) => tx`select state from debit_runs`)
    expect(runs).toEqual([{ state: 'closed' }])

    // All of it again, in the same order: nothing changes.
    expect(await of.load(await order())).toMatchObject({ count: 14, known: 14 })
    expect(await of.load(await outcomes())).toMatchObject({ count: 5, known: 3 })
    expect(await explainAll(of, movements)).toEqual(said)
    expect(await debitsOf(of)).toEqual(after)
    expect(await ledgerOf(of)).toMatchObject([{ amount: 162_020 }, { amount: -162_020 }])
  })

  it('are asked about, not guessed, when the statement comes before the bank’s answer', async () => {
    const of = await office()
    await of.load(await order())
    const [first] = await statement()
    expect(await of.explain(of.account_id, 1, first as BankMovement)).toBeNull()
    expect((await debitsOf(of)).every(({ state }) => state === 'started')).toBe(true)
  })

  it.each([
    ['an amount that is not due', (file: DebitOrderFile) => (debitIn(file).amount += 1), 'restano da pagare'],
    [
      'a text without a bill',
      (file: DebitOrderFile) => (debitIn(file).text = 'Rata di giugno'),
      'non nomina nessuna bolletta',
    ],
    [
      'two bills in one text',
      (file: DebitOrderFile) => (debitIn(file).text += ' e 2026/000130'),
      'più bollette',
    ],
    [
      'a bill of another condominium',
      (file: DebitOrderFile) => (debitIn(file).text = 'Bolletta 2026/000001'),
      'non nomina nessuna bolletta',
    ],
    [
      'an account of no condominium',
      (file: DebitOrderFile) => (blockIn(file).creditor_iban = 'IT60X0542811101000000123456'),
      'Nessun condominio ha l’IBAN del creditore IT60 •••• 3456',
    ],
    [
      'the mandate of another payer',
      (file: DebitOrderFile) => (debitIn(file, 1).mandate_reference = debitIn(file).mandate_reference),
      'è di un’altra persona',
    ],
    [
      'the same reference twice',
      (file: DebitOrderFile) => (debitIn(file, 1).end_to_end_id = debitIn(file).end_to_end_id),
      'stesso riferimento',
    ],
  ])('are refused as a whole with the line: %s', async (_what, spoil, sentence) => {
    sober ??= await office()
    const of = sober
    const file = await order()
    spoil(file)
    await expect(of.load(file)).rejects.toMatchObject({
      name: 'BankFileRefused',
      message: expect.stringContaining(sentence),
      line: expect.any(Number),
    })
    expect(await of.as((tx) => tx`select from mandates`)).toHaveLength(0)
    expect(await of.as((tx) => tx`select from bills where pending > 0`)).toHaveLength(0)
  })

  it('an answer to an order that is not here is refused', async () => {
    sober ??= await office()
    const of = sober
    await expect(of.load(await outcomes())).rejects.toThrow('carica prima quel flusso')
  })
})

const blockIn = (file: DebitOrderFile) => file.blocks[0] as DebitOrderFile['blocks'][number]
const debitIn = (file: DebitOrderFile, at = 0) =>
  blockIn(file).debits[at] as DebitOrderFile['blocks'][number]['debits'][number]
