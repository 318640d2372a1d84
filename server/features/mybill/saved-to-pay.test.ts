import type { GroupToPay, MyBillsTogether } from '@saldo/contract/bills/mybills'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkToken } from '../../http/link-token.ts'
import { testSecret } from '../../testing/app.ts'
import { accounts, type DebitFixtures, debitFixtures } from '../../testing/features/debit-fixtures.ts'
import { makeBill, makeCustomer, makeSubject } from '../../testing/people.ts'

let fixtures: DebitFixtures
beforeAll(async () => {
  fixtures = await debitFixtures()
})
afterAll(() => fixtures.close())

async function groupsOf(headers: Record<string, string>): Promise<GroupToPay[]> {
  const { status, body } = await fixtures.test.call({ url: '/v1/mybills/together', headers })
  expect(status).toBe(200)
  return (body as MyBillsTogether).groups
}
const change = (sql: Parameters<typeof fixtures.asSystem>[0]) => fixtures.asSystem(sql)

describe('the saved methods of who pays', () => {
  it('pay with one call, the card as it is named', async () => {
    const who = await fixtures.withCard()
    const [group] = await groupsOf(who.own)
    expect(group?.saved).toMatchObject([
      { source_id: who.source.source_id, type: 'card', brand: 'visa', last4: '4242', why_not: null },
    ])
    const paid = await fixtures.send<{ amount: number }>('/v1/stripe/charge', who.own, {
      ...{ bill_ids: group?.bills.map(({ bill_id }) => bill_id), amount: group?.due_now },
      source_id: who.source.source_id,
    })
    expect([paid.status, paid.body.amount]).toEqual([201, group?.due_now])
  })

  it('are found from the bill’s link, by the person whose bill it is alone', async () => {
    const who = await fixtures.withCard()
    const other = await fixtures.withCard()
    const ask = (link: string, headers = {}) =>
      fixtures.test.call({ url: `/v1/mybills/together?link=${link}`, headers })
    const own = await ask(who.token, who.own)
    expect(own.status).toBe(200)
    const { groups } = own.body as MyBillsTogether
    expect(groups).toMatchObject([{ bills: [{ bill_id: who.bill_id }], saved: [{ last4: '4242' }] }])
    expect(groups[0]?.bills).toHaveLength(1)
    expect((await ask(who.token, other.own)).status).toBe(404)
    expect((await ask(who.token)).status).toBe(401)
    expect((await ask(who.token, who.staff)).status).toBe(403)
    // A link of another kind, and one that is not ours.
    expect((await ask(linkToken(testSecret, { opens: 'payment', payment_id: 1 }), who.own)).status).toBe(404)
    expect((await ask('x'.repeat(32), who.own)).status).toBe(404)
    expect((await ask('x', who.own)).status).toBe(400)
  })

  it('say why they cannot pay, as the charge would', async () => {
    const who = await fixtures.withCard()
    const { source_id } = who.source
    const why = async () => (await groupsOf(who.own))[0]?.saved[0]?.why_not
    await change((tx) => tx`update payment_sources set exp_year = 2020 where source_id = ${source_id}`)
    expect(await why()).toContain('scaduta')
    const refused = await fixtures.send<{ error_description: string }>('/v1/stripe/charge', who.own, {
      ...{ id: who.bill_id, source_id },
    })
    expect([refused.status, refused.body.error_description]).toEqual([409, await why()])
    await change((tx) => tx`update payment_sources set exp_year = 2090 where source_id = ${source_id}`)
    await change(
      (tx) => tx`update accounts set flag_pay_card = false
        where account_id = (select account_id from bills where bill_id = ${who.bill_id})`,
    )
    expect(await why()).toContain('non incassa in questo modo')
    await change((tx) => tx`update mandates set state = 'revoked' where source_id = ${source_id}`)
    expect(await why()).toContain('mandato')
  })

  it('of another administrator cannot pay here', async () => {
    const who = await fixtures.withAccount(accounts.good)
    const [row] = await fixtures.asSystem(
      (tx) =>
        tx`select s.user_id from bills b join subjects s using (customer_id, subject_id) where b.bill_id = ${who.bill_id}`,
    )
    const customer_id = await makeCustomer(fixtures.test.services)
    const subject_id = await makeSubject(fixtures.test.services, customer_id, { user_id: row?.user_id })
    await makeBill(fixtures.test.services, customer_id, { subject_id })
    const groups = await groupsOf(who.own)
    expect(groups.map(({ saved }) => saved[0]?.why_not?.includes('altro amministratore') ?? null)).toContain(
      true,
    )
    expect(groups.map(({ saved }) => saved[0]?.why_not)).toContain(null)
  })
})
