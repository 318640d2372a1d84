import type { PublicBill } from '@saldo/contract/bills/mybill'
import { addDays, isTargetDay } from '@saldo/domain/dates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accounts, type DebitFixtures, debitFixtures, linkIn } from '../../testing/features/debit-fixtures.ts'
import { newsOf } from '../../testing/news.ts'
import { makeBill } from '../../testing/people.ts'
import { moveDebitOn } from './move-debit.job.ts'

let fixtures: DebitFixtures
beforeAll(async () => {
  fixtures = await debitFixtures()
})
afterAll(() => fixtures.close())

describe('collecting', () => {
  it('pays the bill when the debit succeeds, and uses the mandate', async () => {
    const who = await fixtures.withAccount(accounts.good)
    const { body } = await fixtures.plan(who)
    await fixtures.collect(body.debit_id)
    expect(await fixtures.debitOf(body.debit_id)).toMatchObject({ state: 'started' })
    expect(await fixtures.phaseOf(who.bill_id)).toBe('pending')
    await fixtures.settle(body.debit_id)
    expect(await fixtures.debitOf(body.debit_id)).toMatchObject({ state: 'done' })
    expect(await fixtures.phaseOf(who.bill_id)).toBe('paid')
    expect(await fixtures.received(who.bill_id)).toBe(41_250)
    const [mandate] = await fixtures.asSystem(
      (tx) => tx`select last_used_at from mandates where source_id = ${who.source.source_id}`,
    )
    expect(mandate?.last_used_at).not.toBeNull()
    expect(await fixtures.mailsOf(who.bill_id, 'debit-notice')).toHaveLength(1)
  })
  it('charges a card off session', async () => {
    const who = await fixtures.withCard()
    const { body } = await fixtures.plan(who)
    await fixtures.collect(body.debit_id)
    expect(await fixtures.debitOf(body.debit_id)).toMatchObject({ state: 'done' })
    expect(await fixtures.phaseOf(who.bill_id)).toBe('paid')
  })
  it('starts a debit once when many processes move it', async () => {
    const who = await fixtures.withAccount(accounts.good)
    const { body } = await fixtures.plan(who)
    await fixtures.announce(body.debit_id)
    await Promise.all(
      Array.from({ length: 10 }, () => moveDebitOn(fixtures.test.services, body.debit_id, body.collect_on)),
    )
    expect(await fixtures.asked(who.bill_id)).toHaveLength(1)
  })
  it('charges nothing if the amount due has changed since the notice', async () => {
    const who = await fixtures.withAccount(accounts.good)
    const { body } = await fixtures.plan(who)
    await fixtures.announce(body.debit_id)
    await fixtures.asSystem(
      (tx) => tx`update debits set amount = amount - 1 where debit_id = ${body.debit_id}`,
    )
    await moveDebitOn(fixtures.test.services, body.debit_id, body.collect_on)
    expect(await fixtures.debitOf(body.debit_id)).toMatchObject({
      state: 'cancelled',
      cancel_reason: expect.stringContaining('cambiato'),
    })
    expect(await fixtures.asked(who.bill_id)).toEqual([])
  })
})

describe('a debit that fails', () => {
  it('for lack of funds mails a link and plans a retry; a payment by the link cancels the retry, and the link works once', async () => {
    const who = await fixtures.withAccount(accounts.empty)
    const { body } = await fixtures.plan(who)
    await fixtures.collect(body.debit_id)
    await fixtures.settle(body.debit_id)
    const [failed, retry] = await fixtures.debitsOf(who.bill_id)
    expect(failed).toMatchObject({ state: 'failed', failure_code: 'insufficient_funds' })
    expect(retry).toMatchObject({ retry_of: body.debit_id, tries: 2, amount: 41_250 })
    expect(isTargetDay(retry?.collect_on)).toBe(true)
    expect(await fixtures.phaseOf(who.bill_id)).toBe('returned')
    const [mail, ...others] = await fixtures.mailsOf(who.bill_id, 'debit-failed')
    expect(others).toEqual([])
    expect(mail?.text).toContain('riproviamo')
    expect((await newsOf(fixtures.test.services, who.customer_id))[0]).toMatchObject({
      title: 'Addebito non riuscito: 412,50\u00a0€',
      metadata: { kind: 'debit', link: expect.stringMatching(/^\/transazioni\?open=\d+$/) },
    })
    const token = linkIn(mail?.text)
    const [kept] = await fixtures.asSystem(
      (tx) =>
        tx`select string_agg(to_jsonb(l)::text, '') as kept from pay_links l where bill_id = ${who.bill_id}`,
    )
    expect(kept?.kept).not.toContain(token)

    const declined = await fixtures.payBy(token, 'pm_card_chargeDeclined')
    expect(declined.body.state).toBe('failed')
    expect((await fixtures.debitOf(retry?.debit_id))?.state).toBe('planned')
    expect((await fixtures.payBy(token)).body.state).toBe('succeeded')
    expect(await fixtures.debitOf(retry?.debit_id)).toMatchObject({
      state: 'cancelled',
      cancel_reason: 'Pagata in altro modo.',
    })
    await moveDebitOn(fixtures.test.services, retry?.debit_id, addDays(retry?.collect_on, 1))
    expect(await fixtures.received(who.bill_id)).toBe(41_250)

    const opened = (await fixtures.test.call({ url: `/v1/mybill/${token}` })).body as PublicBill
    expect(opened).toMatchObject({
      pay: null,
      not_payable_reason: expect.stringContaining('già pagato'),
      last_payment: { state: 'succeeded' },
    })
    expect(await fixtures.payBy(token)).toMatchObject({ status: 410, body: { error: 'link_used' } })
  })
  it('three times is suspended and not retried', async () => {
    const who = await fixtures.withAccount(accounts.empty)
    await fixtures.plan(who)
    for (let tries = 1; tries <= 3; tries += 1) {
      const waiting = (await fixtures.debitsOf(who.bill_id)).find(
        ({ state }) => state === 'planned' || state === 'notified',
      )
      expect(waiting?.tries).toBe(tries)
      await fixtures.collect(waiting?.debit_id)
      await fixtures.settle(waiting?.debit_id)
    }
    expect((await fixtures.debitsOf(who.bill_id)).map(({ state }) => state)).toEqual([
      'failed',
      'failed',
      'failed',
    ])
    const [mandate] = await fixtures.asSystem(
      (tx) => tx`select state from mandates where source_id = ${who.source.source_id}`,
    )
    expect(mandate?.state).toBe('suspended')
  })
  it('for another reason is not retried', async () => {
    const who = await fixtures.withAccount(accounts.wrongHolder)
    const { body } = await fixtures.plan(who)
    await fixtures.collect(body.debit_id)
    await fixtures.settle(body.debit_id)
    expect((await fixtures.debitsOf(who.bill_id)).map(({ state }) => state)).toEqual(['failed'])
    const [mail] = await fixtures.mailsOf(who.bill_id, 'debit-failed')
    expect(mail?.text).toContain('Non riproveremo')
  })
  it('after it had succeeded (accounts.contested): the mandate ends, with what was planned', async () => {
    const who = await fixtures.withAccount(accounts.contested)
    const { body } = await fixtures.plan(who)
    const later = await makeBill(fixtures.test.services, who.customer_id, {
      subject_id: who.subject_id,
      account_id: who.account_id,
    })
    await fixtures.plan({ ...who, bill_id: later.bill_id })
    await fixtures.collect(body.debit_id)
    await fixtures.settle(body.debit_id)
    await fixtures.sandbox.advance(100)
    await fixtures.settle(body.debit_id)
    expect((await fixtures.debitOf(body.debit_id))?.state).toBe('failed')
    const [mandate] = await fixtures.asSystem(
      (tx) => tx`select state from mandates where source_id = ${who.source.source_id}`,
    )
    expect(mandate?.state).toBe('revoked')
    expect((await fixtures.debitsOf(later.bill_id)).map(({ state }) => state)).toEqual(['cancelled'])
    expect((await fixtures.plan({ ...who, bill_id: later.bill_id })).status).toBe(409)
  })
  it('because a card requires its holder also mails the link', async () => {
    const who = await fixtures.withCard('pm_card_authenticationRequired')
    if (who.source.state === 'pending') {
      const url = who.source.next_action?.redirect_url as string
      await fetch(url, {
        method: 'POST',
        body: new URLSearchParams({ decision: 'approve' }),
        redirect: 'manual',
      })
      await fixtures.send('/v1/stripe/retrieve_sources', who.own)
    }
    const { body } = await fixtures.plan(who)
    await fixtures.collect(body.debit_id)
    expect(await fixtures.debitOf(body.debit_id)).toMatchObject({
      state: 'failed',
      failure_code: 'authentication_required',
    })
    expect(await fixtures.mailsOf(who.bill_id, 'debit-failed')).toHaveLength(1)
  })
})

describe('a payment and a debit at the same moment', () => {
  it('never both charge, in 25 rounds', async () => {
    for (let round = 0; round < 25; round += 1) {
      const who = await fixtures.withCard()
      const { body } = await fixtures.plan(who)
      await fixtures.announce(body.debit_id)
      const paying = Array.from({ length: 3 }, () => fixtures.payBy(who.token))
      const collecting = Array.from({ length: 3 }, () =>
        moveDebitOn(fixtures.test.services, body.debit_id, body.collect_on),
      )
      await Promise.all(round % 2 ? [...paying, ...collecting] : [...collecting, ...paying])
      expect(await fixtures.received(who.bill_id)).toBe(41_250)
      expect(await fixtures.phaseOf(who.bill_id)).toBe('paid')
      expect(['done', 'cancelled']).toContain((await fixtures.debitOf(body.debit_id))?.state)
    }
  })
})
