import type { BillAutopay } from '@saldo/contract/bills/bill-autopay'
import type { PublicBill } from '@saldo/contract/bills/mybill'
import type { MyBill } from '@saldo/contract/bills/mybills'
import type { Autopay } from '@saldo/contract/payments/autopays'
import { addDays, today } from '@saldo/domain/dates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { delegatedToken } from '../../links/bill-link.ts'
import { type DebitFixtures, debitFixtures } from '../../testing/features/debit-fixtures.ts'
import { makeBill, signIn } from '../../testing/people.ts'

let fixtures: DebitFixtures
beforeAll(async () => {
  fixtures = await debitFixtures()
})
afterAll(() => fixtures.close())

type Payer = Awaited<ReturnType<DebitFixtures['withCard']>>

/** A resident with a saved card, whose bill of 200,00 and 212,50 is due in ten days and in forty, and an autopay. */
async function payer(cap: number | null = null) {
  const who = await fixtures.withCard()
  await fixtures.asSystem(
    (tx) => tx`
      update bill_instalments set due_date = ${addDays(today(), 10)}::date + (position - 1) * 30
      where bill_id = ${who.bill_id}`,
  )
  const { account_id, subject_id, source } = who
  const { status, body } = await fixtures.send<Autopay>('/v1/autopays', who.own, {
    ...{ account_id, subject_id, source_id: source.source_id, cap },
  })
  expect(status).toBe(201)
  await runJobs(fixtures.test.services)
  return { ...who, autopay: body }
}
const byLink = async (token: string): Promise<BillAutopay | null> => {
  const { status, body } = await fixtures.test.call({ url: `/v1/mybill/${token}` })
  expect(status).toBe(200)
  return (body as PublicBill).autopay
}
const inHome = async ({ own, bill_id }: Pick<Payer, 'own' | 'bill_id'>) => {
  const { body } = await fixtures.test.call({ url: '/v1/mybills', headers: own })
  return (body as { items: MyBill[] }).items.find((bill) => bill.bill_id === bill_id)?.autopay
}

describe('the autopay that covers a bill, as its payer reads it', () => {
  it('is the same by the link, at home and in the list of autopays', async () => {
    const who = await payer()
    const [next] = who.autopay.next
    const autopay = await byLink(who.token)
    expect(autopay).toMatchObject({
      ...{ state: 'active', source_type: 'card', brand: 'visa', last4: '4242' },
      ...{
        collect_on: next?.collect_on,
        amount: 20_000,
        takes: 41_250,
        over_cap: false,
        left_to_payer: null,
      },
    })
    expect(autopay?.sentence).toContain('da Visa •••• 4242')
    expect(await inHome(who)).toEqual(autopay)
  })

  it('keeps the day that was announced, when that is nearer than a new notice', async () => {
    const who = await payer()
    await fixtures.asSystem(
      (tx) =>
        tx`update debits set collect_on = ${addDays(today(), 1)} where bill_id = ${who.bill_id} and amount = 20000`,
    )
    expect((await byLink(who.token))?.collect_on).toBe(addDays(today(), 1))
    const { body } = await fixtures.test.call({ url: '/v1/autopays', headers: who.own })
    expect((body as { autopays: Autopay[] }).autopays[0]?.next[0]?.collect_on).toBe(addDays(today(), 1))
  })

  it('says that the next instalment is above its cap, and what it takes of the others', async () => {
    const who = await payer(20_500)
    await fixtures.payBy(who.token)
    const other = await makeBill(fixtures.test.services, who.customer_id, {
      ...{ account_id: who.account_id, subject_id: who.subject_id },
      ...{ amounts: [30_000, 10_000], due_dates: [addDays(today(), 12), addDays(today(), 20)] },
    })
    const autopay = await byLink(other.token)
    expect(autopay).toMatchObject({ over_cap: true, amount: 10_000, takes: 10_000 })
  })

  it('says that it is paused, and then takes nothing', async () => {
    const who = await payer()
    const until = addDays(today(), 60)
    await fixtures.send(`/v1/autopays/${who.autopay.autopay_id}/pause`, who.own, { until })
    expect(await byLink(who.token)).toMatchObject({
      ...{ state: 'paused', paused_until: until, collect_on: null, amount: null, takes: 0 },
    })
    expect(await inHome(who)).toMatchObject({ state: 'paused' })
  })

  it('is none after a revocation, for what was due before it began, and for a paid bill', async () => {
    const who = await payer()
    const { bill_id: _paid, ...before } = await makeBill(fixtures.test.services, who.customer_id, {
      ...{ account_id: who.account_id, subject_id: who.subject_id, due_dates: [addDays(today(), -5)] },
    })
    expect(await byLink(before.token)).toBeNull()
    const revoked = await payer()
    await fixtures.send(`/v1/autopays/${revoked.autopay.autopay_id}/revoke`, revoked.own)
    expect(await byLink(revoked.token)).toBeNull()
    expect(await inHome(revoked)).toBeNull()
    await fixtures.payBy(who.token)
    expect(await byLink(who.token)).toBeNull()
  })

  it('is nothing that a delegate reads', async () => {
    const who = await payer()
    const { user_id } = await signIn(fixtures.test.services, 'consumer')
    const [row] = await fixtures.asSystem(
      (tx) => tx`
        insert into delegations ${tx({
          ...{
            customer_id: who.customer_id,
            subject_id: who.subject_id,
            state: 'active',
            delegate_name: 'Paolo',
          },
          ...{ delegate_email: 'paolo@example.it', delegate_user_id: user_id, consent_by: 'owner' },
          ...{ created_by_name: 'Anna', consent_on: '2026-01-15', accepted_at: '2026-01-15T10:00:00Z' },
        })} returning delegation_id`,
    )
    const token = delegatedToken(fixtures.test.services, who.bill_id, row?.delegation_id)
    expect(await byLink(token)).toBeNull()
    expect(await byLink(who.token)).not.toBeNull()
  })
})
