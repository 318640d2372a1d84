import { rfOfBill } from '@saldo/domain/sepa/creditor-reference'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BankMovement } from '../../bank-files/bank-file.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import {
  fileOf,
  officeWithBills,
  put,
  sampleLines,
  someOutcomes,
} from '../../testing/features/notice-fixtures.ts'
import { explainMovement, movementsOfNotices } from './explain-movement.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const sample = fileOf(sampleLines)

describe('the outcomes of Condominio Le Magnolie', () => {
  it('settle the nine bills that were paid, once, on the day of payment; the others change state alone', async () => {
    const { load, paid, noticesOf, billsOf, customer_id } = await officeWithBills(app)
    expect(await load(sample)).toMatchObject({
      ...{ state: 'done', kind: 'notice_outcome', format: 'mav', reference: 'MAV-20260608-01' },
      ...{ account_name: 'Condominio Le Magnolie', count: 12, known: 0, amount: 256_893 },
    })
    expect(await paid()).toEqual({ payments: 9, amount: 204_094, credit: 0 })
    const states = Object.fromEntries((await noticesOf()).map((each) => [each.creditor_number, each.state]))
    expect(states).toMatchObject({
      ...{ '2026000027': 'paid', '2026000033': 'paid', '2026000034': 'expired' },
      ...{ '2026000036': 'unpaid', '2026000037': 'recalled', '2026000039': 'paid' },
    })
    const bills = await billsOf(['2026/000027', '2026/000033', '2026/000034', '2026/000036', '2026/000037'])
    expect(bills.map(({ phase }) => phase)).toEqual(['paid', 'paid', 'open', 'open', 'open'])
    const posted = await app.services.asSystem(
      (tx) => tx`
        select e.day, sum(l.amount)::bigint as amount from ledger_entries e
        join ledger_lines l on l.customer_id = e.customer_id and l.entry_id = e.entry_id and l.ledger_account = 'bank'
        where e.customer_id = ${customer_id} and e.kind = 'collection' group by 1 order by 1`,
    )
    expect(posted.map(({ day, amount }) => [day, amount])).toEqual([
      ['2026-06-04', 46_966],
      ['2026-06-05', 46_032],
      ['2026-06-08', 111_096],
    ])
  })

  it('loaded again in another file change nothing: all twelve are known', async () => {
    const { load, paid, noticesOf } = await officeWithBills(app)
    await load(sample)
    const before = [await paid(), await noticesOf()]
    expect(await load(fileOf(sampleLines, '\n'))).toMatchObject({ state: 'done', count: 12, known: 12 })
    expect([await paid(), await noticesOf()]).toEqual(before)
  })

  it('settle what is still due; what was paid otherwise before becomes credit of the payer', async () => {
    const { load, paid, billsOf, send } = await officeWithBills(app)
    const [bill] = await billsOf(['2026/000027'])
    const { account_id, subject_id, bill_id } = bill as NonNullable<typeof bill>
    const of = { account_id, subject_id, amount: 30_000, received_on: '2026-06-01', bill_ids: [bill_id] }
    const registered = await send('POST', '/v1/payments', {
      ...of,
      method: 'CASH',
      confirm_day: true,
    })
    expect(registered.status).toBe(201)
    await load(sample)
    expect((await billsOf(['2026/000027']))[0]).toMatchObject({ phase: 'paid', residue: 0 })
    expect(await paid()).toEqual({ payments: 9, amount: 204_094, credit: 30_000 })
  })

  it('paid after it had expired is paid, in whatever order the files come', async () => {
    const first = await officeWithBills(app)
    const expired = (line: string, type: string) =>
      type === '14'
        ? put(line, 29, '07010')
        : type === '51'
          ? put(put(line, 87, ' '.repeat(11)), 110, ' '.repeat(6))
          : line
    await first.load(someOutcomes([6], expired))
    expect(await first.noticesOf()).toEqual([{ creditor_number: '2026000033', state: 'expired' }])
    await first.load(someOutcomes([6]))
    expect(await first.noticesOf()).toEqual([{ creditor_number: '2026000033', state: 'paid' }])
    expect(await first.paid()).toMatchObject({ payments: 1, amount: 22_739 })
    const second = await officeWithBills(app)
    await second.load(someOutcomes([6]))
    await second.load(someOutcomes([6], expired))
    expect(await second.noticesOf()).toEqual([{ creditor_number: '2026000033', state: 'paid' }])
    expect(await second.paid()).toMatchObject({ payments: 1, amount: 22_739 })
  })
})

describe('a file is refused whole, with sentence and line', () => {
  let shared: ReturnType<typeof officeWithBills> | undefined
  const changed = (at: number, line: (before: string) => string) =>
    fileOf(sampleLines.map((each, index) => (index === at ? line(each) : each)))
  const last = sampleLines.length - 1
  it.each<[string, Buffer, string, number]>([
    [
      'an account that is no condominium’s',
      changed(1, (line) => put(line, 80, '000009974220')),
      'non è di nessun condominio',
      2,
    ],
    [
      'a bill that there is not',
      changed(5, (line) => put(line, 11, '2026999027')),
      'non c’è una bolletta',
      2,
    ],
    [
      'another amount',
      fileOf(
        sampleLines.map((line, at) =>
          at === 1 ? put(line, 34, '0000000038019') : at === last ? put(line, 68, '000000000256894') : line,
        ),
      ),
      '380,19',
      2,
    ],
    [
      'another debtor',
      fileOf(
        sampleLines.map((line, at) =>
          at === 1 ? put(line, 98, 'BLDNMO55R66E910H') : at === 3 ? put(line, 71, 'BLDNMO55R66E910H') : line,
        ),
      ),
      'codice fiscale',
      2,
    ],
    ['the same notice twice', changed(12, (line) => put(line, 11, '2026000027')), '2026000027', 9],
    [
      'no day of payment',
      changed(5, (line) => put(put(line, 92, ' '.repeat(6)), 110, ' '.repeat(6))),
      'manca la data',
      2,
    ],
  ])('%s', async (_what, file, sentence, line) => {
    // All cases use one office: each file is refused, so none of them changes it.
    shared ??= officeWithBills(app)
    const { load, paid, noticesOf } = await shared
    expect(await load(file)).toMatchObject({
      ...{ state: 'refused', refusal: expect.stringContaining(sentence), refusal_line: line, count: 0 },
    })
    expect(await paid()).toMatchObject({ payments: 0 })
    expect(await noticesOf()).toEqual([])
  })

  it('a notice that was paid on another day before', async () => {
    const { load, paid } = await officeWithBills(app)
    await load(someOutcomes([0]))
    const later = someOutcomes([0], (line, type) => (type === '51' ? put(line, 110, '050626') : line))
    expect(await load(later)).toMatchObject({
      state: 'refused',
      refusal: expect.stringContaining('04/06/2026'),
    })
    expect(await paid()).toMatchObject({ payments: 1 })
  })

  it('a closed period', async () => {
    const { load, customer_id, billsOf } = await officeWithBills(app)
    const [bill] = await billsOf(['2026/000027'])
    await app.services.asSystem(
      (tx) => tx`
        insert into book_closings ${tx({ customer_id, account_id: bill?.account_id, act: 'closed', closed_to: '2026-06-30', actor: 'Ada' })}`,
    )
    expect(await load(sample)).toMatchObject({
      state: 'refused',
      refusal: expect.stringContaining('30/06/2026'),
    })
  })
})

describe('the credit of the statement that is the money of a file', () => {
  const movement = (amount: number, booked_on = '2026-06-09') =>
    ({
      ...{ amount, booked_on, is_reversal: false, text: 'Accredito' },
      ...{ structured_reference: null, end_to_end_id: null, party_fiscal_code: null },
    }) as BankMovement
  const loaded = async () => {
    const office = await officeWithBills(app)
    await office.load(sample)
    const [bill] = await office.billsOf(['2026/000027'])
    const account_id = bill?.account_id as number
    const { customer_id } = office
    const explain = (of: BankMovement, movement_id = 1) =>
      app.services.asCustomer({ customer_id, user_id: null }, async (tx) => {
        const asked = { customer_id, account_id, movement_id, ...of }
        const fitting = await movementsOfNotices(tx, [asked])
        return fitting.has(movement_id) ? explainMovement(app.services, tx, asked) : null
      })
    return { ...office, account_id, explain }
  }

  it('is recognised once, and settles nothing again', async () => {
    const { explain, paid } = await loaded()
    const explained = await explain(movement(204_094))
    expect(explained).toMatchObject({
      kind: 'flow',
      reason: expect.stringContaining('9 avvisi pagati nel flusso MAV-20260608-01'),
    })
    expect(explained?.payment_ids).toHaveLength(9)
    expect(await explain(movement(204_094), 2)).toBeNull()
    expect(await paid()).toMatchObject({ payments: 9, amount: 204_094 })
  })

  it('is not another amount, an earlier or much later day, a debit, a reversal, or a payer’s transfer', async () => {
    const { explain, customer_id } = await loaded()
    const [somebody] = await app.services.asSystem(
      (tx) => tx<{ nominative: string }[]>`
        select nominative from subjects where customer_id = ${customer_id} order by subject_id limit 1`,
    )
    for (const other of [
      movement(204_095),
      movement(-204_094),
      movement(204_094, '2026-06-07'),
      movement(204_094, '2026-06-30'),
      { ...movement(204_094), is_reversal: true },
      // A payer's transfer that happens to have the sum.
      { ...movement(204_094), party_iban: 'IT60X0542811101000000123456' },
      { ...movement(204_094), text: `Saldo ${rfOfBill('2026/000027')}` },
      { ...movement(204_094), text: 'BONIFICO AVVISO 2026/000027 RATA' },
      { ...movement(204_094), party_name: somebody?.nominative?.toUpperCase() as string },
    ])
      expect(await explain(other)).toBeNull()
  })

  it('is not sure when two files fit', async () => {
    const { customer_id, load, billsOf, account_id, ...office } = await loaded()
    await app.services.asSystem(async (tx) => {
      const [flow] = await tx`
        insert into flows (customer_id, direction, kind, format, file_name, file_path, file_bytes, sha256, state, actor, reference)
        select customer_id, direction, kind, format, file_name, file_path, file_bytes, ${'0'.repeat(64)}, state, actor, 'MAV-2'
        from flows where customer_id = ${customer_id} returning flow_id`
      const [other] = await billsOf(['2026/000001'])
      const { bill_id, subject_id } = other as NonNullable<typeof other>
      const [notice] = await tx`
        insert into notices ${tx({ customer_id, account_id, bill_id, subject_id, kind: 'mav', creditor_number: 'X1', amount: 204_094, due_on: '2026-06-30', state: 'paid', actor: 'Ada' })}
        returning notice_id`
      const [payment] = await tx`select payment_id from payments where customer_id = ${customer_id} limit 1`
      await tx`
        insert into notice_outcomes ${tx({ customer_id, account_id, notice_id: notice?.notice_id, flow_id: flow?.flow_id, code: '07000', amount: 204_094, paid_on: '2026-06-08', payment_id: payment?.payment_id })}`
    })
    expect(await office.explain(movement(204_094))).toBeNull()
  })
})

it('an open notice is to be recalled once its bill asks for less', async () => {
  const { customer_id, billsOf, send, noticesOf } = await officeWithBills(app)
  const [bill] = await billsOf(['2026/000027'])
  const { account_id, subject_id, bill_id } = bill as NonNullable<typeof bill>
  await app.services.asSystem(
    (tx) => tx`
      insert into notices ${tx({ customer_id, account_id, bill_id, subject_id, kind: 'mav', creditor_number: '2026000027', amount: 38_018, due_on: '2026-07-31', state: 'presented', actor: 'Ada' })}`,
  )
  const of = { account_id, subject_id, amount: 100, received_on: '2026-06-01', bill_ids: [bill_id] }
  const registered = await send('POST', '/v1/payments', {
    ...of,
    method: 'CASH',
    confirm_day: true,
  })
  expect(registered.status).toBe(201)
  expect(await noticesOf()).toEqual([{ creditor_number: '2026000027', state: 'to_recall' }])
})
