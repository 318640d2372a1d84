import type { Payment } from '@saldo/contract/payments/payments'
import { addDays, today } from '@saldo/domain/dates'
import type { moneyParts } from '@saldo/domain/payments/payment'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LedgerKind, type LedgerLine, post } from '../../ledger/ledger.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { makeAccount, makeBill, makeSubject, signIn } from '../../testing/people.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

type Sums = Record<(typeof moneyParts)[number], number> & { count: number; amount: number }
const parts = ['gross', 'given_back', 'taken_back', 'fees', 'net'] as const
const noMoney = { gross: 0, given_back: 0, taken_back: 0, fees: 0, net: 0, credit: 0 }

/** An office with payments and the ledger entries they are given. */
async function office() {
  const { headers, customer_id } = await signIn(test.services, 'customer')
  const account_id = await makeAccount(test.services, customer_id)
  const subject_id = await makeSubject(test.services, customer_id)
  const bill = await makeBill(test.services, customer_id, { account_id, subject_id })
  const { bill_id } = bill
  const asked = async <Body>(path: string, query: object = {}) => {
    const search = new URLSearchParams(Object.entries(query) as [string, string][])
    const reply = await test.call({ url: `/v1/payments${path}?${search}`, headers })
    expect(reply.status).toBe(200)
    return { ...reply, body: reply.body as Body }
  }
  const pay = (method: string, amount: number, postings: readonly Posting[]) =>
    test.services.asSystem(async (tx) => {
      const [row] = await tx`
        insert into payments ${tx({ customer_id, account_id, bill_id, subject_id, method, amount, state: 'succeeded' })}
        returning payment_id`
      const payment_id = row?.payment_id as number
      for (const [at, { kind, day, lines }] of postings.entries())
        await post(
          tx,
          {
            ...{ customer_id, account_id, subject_id, bill_id, payment_id, kind, description: kind },
            ...{ day: addDays(today(), day), source: `test:${payment_id}:${at}` },
          },
          lines(bill_id),
        )
      return payment_id
    })
  const sums = async (query: object = {}) => (await asked<Sums>('/summary', query)).body
  const list = async (query: object = {}) =>
    (await asked<{ items: Payment[] }>('', { limit: 200, ...query })).body.items
  const file = async (query: object = {}) => (await asked('/export', query)).raw.toString()
  return { customer_id, headers, pay, sums, list, file }
}

/** `day`: days from today. */
type Posting = { kind: LedgerKind; day: number; lines: (bill_id: number) => LedgerLine[] }
const posting = (
  kind: LedgerKind,
  day: number,
  ...lines: [ledger_account: LedgerLine['ledger_account'], amount: number][]
): Posting => ({
  kind,
  day,
  lines: (bill_id) =>
    lines.map(([ledger_account, amount]) =>
      ledger_account === 'receivables' ? { ledger_account, amount, bill_id } : { ledger_account, amount },
    ),
})

describe('the sums of transactions', () => {
  it('are gross less refunds, returns and fees of every kind', async () => {
    const { pay, sums, list } = await office()
    await pay('CARD', 10_000, [
      posting('collection', 0, ['provider_transit', 10_000], ['receivables', -10_000]),
      posting('collection_fee', 0, ['collection_fees', 150], ['provider_transit', -150]),
      posting('refund', 0, ['receivables', 4_000], ['provider_transit', -4_000]),
    ])
    await pay('SEPA_DEBIT', 5_000, [
      posting('collection', 0, ['provider_transit', 5_000], ['receivables', -5_000]),
      posting('return', 0, ['receivables', 5_000], ['provider_transit', -5_000]),
      posting('return_fee', 0, ['collection_fees', 750], ['provider_transit', -750]),
    ])
    // Still pending: money that the provider holds is not the office's yet.
    await pay('CARD', 3_000, [
      posting('collection', 0, ['provider_transit', 3_000], ['receivables', -3_000]),
      posting('dispute', 0, ['disputed', 3_000], ['provider_transit', -3_000]),
      posting('dispute_fee', 0, ['collection_fees', 2_000], ['provider_transit', -2_000]),
    ])
    // Through the office's own account, with the platform fee withheld. Transfers between the two books change
    // nothing.
    await pay('CARD', 2_000, [
      posting('collection', 0, ['provider_transit', 2_000], ['receivables', -2_000]),
      posting('transfer', 0, ['connected_balance', 2_000], ['provider_transit', -2_000]),
      posting('application_fee', 0, ['application_fees', 60], ['connected_balance', -60]),
    ])
    const { credit, ...of } = await sums()
    expect(of).toMatchObject({
      count: 4,
      gross: 20_000,
      given_back: 4_000,
      taken_back: 8_000,
      fees: 2_960,
      net: 5_040,
    })
    expect(credit).toBe(0)
    expect((await list()).map(({ net }) => net).toSorted((a, b) => a - b)).toEqual([
      -2_000, -750, 1_940, 5_850,
    ])
  })

  it('exclude credit, because using or refunding it moves no money', async () => {
    const { pay, sums, list } = await office()
    const paid = await pay('BANK_TRANSFER', 30_000, [
      posting('collection', 0, ['bank', 30_000], ['receivables', -20_000], ['subject_credit', -10_000]),
    ])
    const used = await pay('CREDIT', 10_000, [
      posting('credit_used', 0, ['subject_credit', 10_000], ['receivables', -10_000]),
    ])
    expect(await sums()).toMatchObject({ ...noMoney, count: 2, gross: 30_000, net: 30_000, credit: 10_000 })
    const listed = async (money: string) => (await list({ money })).map(({ payment_id }) => payment_id)
    expect(await listed('gross')).toEqual([paid])
    expect(await listed('credit')).toEqual([used])
    await pay('BANK_TRANSFER', 500, [
      posting('collection', 0, ['bank', 500], ['receivables', -500]),
      posting('refund', 0, ['receivables', 500], ['subject_credit', -500]),
    ])
    expect(await sums()).toMatchObject({ gross: 30_500, given_back: 0, net: 30_500, credit: 10_000 })
  })

  it('of a period include only what happened in it: a refund in January does not change December', async () => {
    const { pay, sums, list, headers } = await office()
    await pay('CARD', 10_000, [
      posting('collection', -40, ['provider_transit', 10_000], ['receivables', -10_000]),
      posting('refund', 0, ['receivables', 10_000], ['provider_transit', -10_000]),
    ])
    const [then, now] = [addDays(today(), -40), today()]
    expect(await sums({ moved_on_from: then, moved_on_to: then })).toMatchObject({
      gross: 10_000,
      net: 10_000,
    })
    expect(await sums({ moved_on_from: now })).toMatchObject({ gross: 0, given_back: 10_000, net: -10_000 })
    expect(await sums({ moved_on_from: addDays(now, -39), moved_on_to: addDays(now, -1) })).toMatchObject({
      count: 0,
    })
    expect(await list({ moved_on_from: now, moved_on_to: now, money: 'given_back' })).toMatchObject([
      { gross: 0, given_back: 10_000, net: -10_000 },
    ])
    expect(await list({ moved_on_to: then, money: 'given_back' })).toEqual([])
    const { body } = await test.call({ url: '/v1/dashboard', headers })
    const { months, collected_today } = body as {
      months: { month: string; collected: number }[]
      collected_today: object
    }
    expect(months.find(({ month }) => month === then.slice(0, 7))?.collected).toBe(10_000)
    expect(months.find(({ month }) => month === now.slice(0, 7))?.collected).toBe(-10_000)
    expect(collected_today).toEqual({ count: 1, amount: -10_000 })
  })

  const cents = fc.integer({ min: 1, max: 900_000 })
  const money = fc.constantFrom('bank' as const, 'provider_transit' as const, 'connected_balance' as const)
  /** A random posting of any act, with any money account of the office, on a day of the last weeks. */
  const anyPosting = fc
    .tuple(cents, cents, money, money, fc.integer({ min: -20, max: 0 }), fc.nat(12))
    .map(([one, other, from, to, day, which]) => {
      const [amount, fee] = [Math.max(one, other), Math.min(one, other)]
      const kinds: Posting[] = [
        posting('collection', day, [from, amount + fee], ['receivables', -amount], ['subject_credit', -fee]),
        posting('collection_fee', day, ['collection_fees', fee], [from, -fee]),
        posting('refund', day, ['receivables', amount], ['subject_credit', fee], [from, -amount - fee]),
        posting('refund', day, ['receivables', amount], ['subject_credit', -amount]),
        posting('refund_failed', day, [from, amount], ['receivables', -amount]),
        posting('return', day, ['receivables', amount], [from, -amount]),
        posting('dispute', day, ['disputed', amount], [from, -amount]),
        posting('dispute_won', day, [from, amount], ['collection_fees', fee], ['disputed', -amount - fee]),
        posting('dispute_lost', day, ['receivables', amount], ['disputed', -amount]),
        posting('credit_used', day, ['subject_credit', amount], ['receivables', -amount]),
        posting('application_fee', day, ['application_fees', fee], [from, -fee]),
        posting('application_fee_back', day, [from, fee], ['application_fees', -fee]),
        posting('office_debt', day, ['platform', amount], ['office_debt', -amount]),
      ]
      const moved = from === to ? [] : [posting('transfer', day, [to, amount], [from, -amount])]
      return [kinds[which] as Posting, ...moved]
    })
  const payment = fc.record({
    method: fc.constantFrom('CARD', 'SEPA_DEBIT', 'BANK_TRANSFER', 'CREDIT'),
    amount: cents,
    postings: fc.array(anyPosting, { maxLength: 6 }).map((some) => some.flat()),
  })

  it('equal the ledger, row by row, part by part and in the file, for random payments', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(payment, { minLength: 1, maxLength: 7 }),
        fc.integer({ min: -20, max: 0 }),
        async (payments, since) => {
          const { customer_id, pay, sums, list, file } = await office()
          for (const { method, amount, postings } of payments) await pay(method, amount, postings)
          for (const query of [{}, { moved_on_from: addDays(today(), since) }]) {
            const total = await sums(query)
            const { gross, given_back, taken_back, fees, net } = total
            expect(gross - given_back - taken_back - fees).toBe(net)
            expect({ net, fees }).toEqual(await fromLedger(customer_id, query))
            const rows = await list(query)
            expect(rows).toHaveLength(total.count)
            for (const part of parts) {
              expect(rows.reduce((sum, row) => sum + row[part], 0)).toBe(total[part])
              const made = await list({ ...query, money: part })
              expect(made.reduce((sum, row) => sum + row[part], 0)).toBe(total[part])
              expect((await sums({ ...query, money: part }))[part]).toBe(total[part])
              expect(exported(await file({ ...query, columns: part }))).toBe(total[part])
            }
          }
        },
      ),
      { numRuns: 12 },
    )
  })
})

/** Computed from the ledger lines alone: the changes of the money and fee accounts. */
const fromLedger = (customer_id: number, { moved_on_from = '1900-01-01' }: { moved_on_from?: string }) =>
  test.services.asSystem(async (tx) => {
    const [row] = await tx`
      select coalesce(sum(l.amount) filter (where l.ledger_account in
          ('bank', 'provider_transit', 'connected_balance', 'office_debt', 'platform')), 0)::bigint as net,
        coalesce(sum(l.amount) filter (where l.ledger_account in ('collection_fees', 'application_fees')), 0)::bigint as fees
      from ledger_entries e join ledger_lines l on l.customer_id = e.customer_id and l.entry_id = e.entry_id
      where e.customer_id = ${customer_id} and e.payment_id is not null and e.day >= ${moved_on_from}`
    return row
  })

/** The cents in a file's only column. */
const exported = (file: string): number =>
  file
    .trim()
    .split('\r\n')
    .slice(1)
    .reduce((sum, text) => sum + Math.round(Number(text.replace(/\./g, '').replace(',', '.')) * 100), 0)
