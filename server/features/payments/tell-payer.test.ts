import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { accounts, type DebitFixtures, debitFixtures } from '../../testing/features/debit-fixtures.ts'
import { makeBill, makeSubject, signIn } from '../../testing/people.ts'

let fixtures: DebitFixtures
beforeAll(async () => {
  fixtures = await debitFixtures()
})
afterAll(() => fixtures.close())

/** What the resident of a bill reads in the product, the oldest first. */
const readBy = (bill_id: number) =>
  fixtures.asSystem(
    (tx) => tx<{ title: string; body: string; metadata: object }[]>`
      select m.title, m.body, m.metadata from push_messages m
      join subjects s on s.user_id = m.user_id
      join bills b on b.subject_id = s.subject_id
      where b.bill_id = ${bill_id} order by m.push_message_id`,
  )
const titlesFor = async (bill_id: number) => {
  await runJobs(fixtures.test.services)
  return (await readBy(bill_id)).map(({ title }) => title.replace('\u00a0', ' '))
}

describe('what a resident reads of money for their bills', () => {
  it('a debit that is announced, and then that it arrived, each once', async () => {
    const who = await fixtures.withAccount(accounts.good)
    const { body } = await fixtures.plan(who)
    await fixtures.announce(body.debit_id)
    await fixtures.announce(body.debit_id)
    expect(await titlesFor(who.bill_id)).toEqual(['Addebito in arrivo: 412,50 €'])
    await fixtures.collect(body.debit_id)
    await fixtures.settle(body.debit_id)
    expect(await titlesFor(who.bill_id)).toEqual([
      'Addebito in arrivo: 412,50 €',
      'Pagamento ricevuto: 412,50 €',
    ])
    expect((await readBy(who.bill_id)).at(-1)).toMatchObject({
      body: expect.stringContaining(who.number),
      metadata: { kind: 'payment', link: '/dashboard' },
    })
  })

  it('a debit that failed, with what to do', async () => {
    const who = await fixtures.withAccount(accounts.empty)
    const { body } = await fixtures.plan(who)
    await fixtures.collect(body.debit_id)
    await fixtures.settle(body.debit_id)
    expect(await titlesFor(who.bill_id)).toContain('Addebito non riuscito: 412,50 €')
    const told = (await readBy(who.bill_id)).find(({ title }) => title.startsWith('Addebito non riuscito'))
    expect(told?.body).toContain('Sul conto non c’è abbastanza denaro.')
  })

  it('what the office has collected by hand; a person without access and the office’s own users read nothing', async () => {
    const office = await signIn(fixtures.test.services, 'customer')
    const lucia = await signIn(fixtures.test.services, 'consumer')
    const { customer_id } = office
    const pay = async (subject_id: number) => {
      const { bill_id, account_id } = await makeBill(fixtures.test.services, customer_id, {
        ...{ subject_id, amounts: [10_000] },
      })
      const { status } = await fixtures.test.call({
        ...{ method: 'POST', url: '/v1/payments', headers: office.headers },
        payload: { account_id, subject_id, amount: 4_000, received_on: '2026-10-02', method: 'CASH' },
      })
      expect(status).toBe(201)
      return bill_id
    }
    const bill_id = await pay(
      await makeSubject(fixtures.test.services, customer_id, { user_id: lucia.user_id }),
    )
    await pay(await makeSubject(fixtures.test.services, customer_id))
    expect(await titlesFor(bill_id)).toEqual(['Pagamento ricevuto: 40,00 €'])
    const [count] = await fixtures.asSystem(
      (tx) => tx`
        select count(*)::int as count from push_messages m join users u using (user_id) where u.customer_id = ${customer_id}`,
    )
    expect(count).toEqual({ count: 0 })
  })
})
