import type { PublicBill } from '@saldo/contract/bills/mybill'
import { addDays, today } from '@saldo/domain/dates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { payOnceUrl } from '../../links/pay-once-link.ts'
import { accounts, type DebitFixtures, debitFixtures } from '../../testing/features/debit-fixtures.ts'
import { makeBill } from '../../testing/people.ts'

let fixtures: DebitFixtures
beforeAll(async () => {
  fixtures = await debitFixtures()
})
afterAll(() => fixtures.close())

type Resident = Awaited<ReturnType<DebitFixtures['resident']>>

/** A resident with an instalment due today and one in twenty days. */
async function resident(): Promise<Resident> {
  const who = await fixtures.resident()
  await fixtures.asSystem(
    (tx) =>
      tx`update bill_instalments set due_date = ${today()}::date + (position - 1) * 20 where bill_id = ${who.bill_id}`,
  )
  return who
}
const card = {
  ...{ payment_method: 'CARD', payment_method_id: 'pm_card_visa', email: 'lucia@example.it' },
  ...{ amount: 20_000, mandate: { accepted: true } },
}
async function pay(who: Resident, more: object = {}, by: 'link' | 'own' = 'link') {
  const reply =
    by === 'link'
      ? await fixtures.send<{ state: string }>(`/v1/stripe/charge/${who.token}`, {}, { ...card, ...more })
      : await fixtures.send<{ state: string }>('/v1/stripe/charge', who.own, {
          ...{ ...card, id: who.bill_id, ...more },
        })
  if (reply.status === 201) await answered(who)
  await runJobs(fixtures.test.services)
  return reply
}
/** The payer waits for three seconds at most; what follows needs the provider's answer. */
const answered = ({ bill_id }: Pick<Resident, 'bill_id'>) =>
  expect
    .poll(
      () =>
        fixtures.asSystem(
          (tx) => tx`select from payments where bill_id = ${bill_id} and state in ('created', 'unknown')`,
        ),
      { timeout: 30_000 },
    )
    .toEqual([])
const autopaysOf = ({ subject_id }: Resident) =>
  fixtures.asSystem(
    (tx) =>
      tx`select autopay_id, state, cap, starts_on, source_id from autopays where subject_id = ${subject_id} order by autopay_id`,
  )
const planned = async ({ bill_id }: Resident) =>
  (await fixtures.debitsOf(bill_id))
    .filter(({ state }) => state === 'planned' || state === 'notified')
    .map(({ amount }) => amount)
const offered = async ({ token }: Resident) => {
  const { body } = await fixtures.test.call({ url: `/v1/mybill/${token}` })
  return (body as unknown as PublicBill).pay?.autopay_text ?? null
}
const mandateOf = ({ bill_id }: Resident) =>
  fixtures.asSystem((tx) => tx`select text from mandates where bill_id = ${bill_id}`)
const mailsOf = ({ customer_id }: Resident, template: string) =>
  fixtures.asSystem(
    (tx) =>
      tx`select to_address, subject, text from emails where template = ${template} and customer_id = ${customer_id} order by email_id`,
  )
/** Of what was agreed, to the address that was typed. */
const confirmations = async (who: Resident) =>
  (await mailsOf(who, 'autopay-begun')).filter(({ to_address }) => to_address === 'lucia@example.it')
/** Who began or changed the person's autopay, as the log says. */
const logged = ({ subject_id }: Resident) =>
  fixtures.asSystem(
    (tx) => tx`
      select act, actor, user_id from audit_log
      where noun = 'subjects' and part = 'autopays' and record_id = ${subject_id} order by audit_id`,
  )

/** The status of the page to which the link of a mail leads. */
async function opens(mail: { text?: string } | undefined): Promise<number> {
  const [, token] = /addebito-automatico\/([A-Za-z0-9_-]{43})/.exec(mail?.text ?? '') ?? []
  return (await fixtures.test.call({ url: `/v1/autopay-links/${token}` })).status
}

describe('a payment whose payer wants the next ones debited too', () => {
  it('by a link and a card: pays, keeps the card, begins the autopay and plans what is due next', async () => {
    const who = await resident()
    expect(await offered(who)).toContain('ogni rata di')
    expect((await pay(who, { autopay: { cap: 30_000 } })).status).toBe(201)
    expect(await fixtures.received(who.bill_id)).toBe(20_000)
    expect(await autopaysOf(who)).toMatchObject([{ state: 'active', cap: 30_000, starts_on: today() }])
    expect(await planned(who)).toEqual([21_250])
    expect(await offered(who)).toBeNull()
  })
  it('stores what was agreed with the consent, and mails it with a link', async () => {
    const who = await resident()
    await pay(who, { autopay: { cap: 30_000 } })
    const [mandate] = await mandateOf(who)
    expect(mandate?.text).toContain('si addebiti da sola')
    expect(mandate?.text).toContain('Al massimo 300,00')
    const mails = await confirmations(who)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({ to_address: 'lucia@example.it' })
    expect(mails[0]?.text).toMatch(/#\/addebito-automatico\/[A-Za-z0-9_-]{43}/)
  })
  it('by a SEPA debit: begins when the bank has not refused, and only once', async () => {
    const who = await resident()
    await pay(who, {
      ...{ payment_method: 'SEPA_DEBIT', payment_method_id: await fixtures.methodAt(accounts.good) },
      ...{ name: 'Lucia', autopay: {} },
    })
    const [autopay] = await autopaysOf(who)
    expect(autopay).toMatchObject({ state: 'active', cap: null })
    const revoked = await fixtures.send(`/v1/autopays/${autopay?.autopay_id}/revoke`, who.own)
    expect(revoked.status).toBe(200)
    await fixtures.sandbox.advance(100)
    await fixtures.asSystem(
      (tx) => tx`update payment_attempts set next_check_at = now() where bill_id = ${who.bill_id}`,
    )
    await fixtures.asSystem((tx) => fixtures.test.services.queue.enqueue(tx, 'sweep-attempts', {}))
    await runJobs(fixtures.test.services)
    expect(await fixtures.received(who.bill_id)).toBe(20_000)
    expect(await autopaysOf(who)).toMatchObject([{ state: 'revoked' }])
  })
  it('begins nothing when the card is refused', async () => {
    const who = await resident()
    await pay(who, { payment_method_id: 'pm_card_visa_chargeDeclined', autopay: {} })
    expect(await autopaysOf(who)).toEqual([])
    expect(await confirmations(who)).toEqual([])
  })
  it('signed in, with a new card or with a saved one', async () => {
    const [fresh, saved] = [await resident(), await fixtures.withCard()]
    await pay(fresh, { autopay: {} }, 'own')
    expect(await autopaysOf(fresh)).toMatchObject([{ state: 'active' }])
    await fixtures.send('/v1/stripe/charge', saved.own, {
      ...{ id: saved.bill_id, source_id: saved.source.source_id, autopay: { cap: 50_000 } },
    })
    await answered(saved)
    await runJobs(fixtures.test.services)
    expect(await autopaysOf(saved)).toMatchObject([{ source_id: saved.source.source_id, cap: 50_000 }])
  })
  it('leaves the autopay that is in force as it is', async () => {
    const who = await resident()
    await pay(who, { autopay: { cap: 30_000 } })
    const [before] = await autopaysOf(who)
    await pay(who, { amount: 21_250, payment_method_id: 'pm_card_mastercard', autopay: {} })
    expect(await autopaysOf(who)).toEqual([before])
    expect(await confirmations(who)).toHaveLength(1)
    const [mail] = await mailsOf(who, 'autopay-ended')
    expect(mail?.text).toContain('ce n’è già uno')
  })
  it('leaves a pause to the payer, and goes on after one because of the method', async () => {
    const who = await resident()
    await pay(who, { autopay: {} })
    const [autopay] = await autopaysOf(who)
    const stop = (reason: string) =>
      fixtures.asSystem(
        (tx) => tx`
          update autopays set state = 'paused', pause_reason = ${reason} where autopay_id = ${autopay?.autopay_id}`,
      )
    await stop('payer')
    expect(await offered(who)).toBeNull()
    await stop('source')
    expect(await offered(who)).not.toBeNull()
    await pay(who, { amount: 21_250, payment_method_id: 'pm_card_mastercard', autopay: {} })
    expect(await autopaysOf(who)).toMatchObject([{ state: 'active' }])
  })
  it('begun anew, leaves to the payer what fell due meanwhile, as the text says', async () => {
    const who = await resident()
    await pay(who, { autopay: {} })
    await fixtures.asSystem(async (tx) => {
      await tx`
        update autopays set state = 'paused', pause_reason = 'source', starts_on = ${addDays(today(), -60)}
        where subject_id = ${who.subject_id}`
      await tx`
        update debits set state = 'cancelled', cancel_reason = 'In pausa.', plan_again = true where bill_id = ${who.bill_id}`
      await tx`
        update bill_instalments set due_date = ${addDays(today(), -20)} where bill_id = ${who.bill_id} and position = 2`
    })
    const { bill_id, amount } = await makeBill(fixtures.test.services, who.customer_id, {
      ...{ subject_id: who.subject_id, account_id: who.account_id },
    })
    await pay({ ...who, bill_id }, { amount, payment_method_id: 'pm_card_mastercard', autopay: {} }, 'own')
    expect(await autopaysOf(who)).toMatchObject([{ state: 'active', starts_on: today() }])
    expect(await planned(who)).toEqual([])
  })
  it('begun anew with another card, ends the links that were mailed for the first', async () => {
    const who = await resident()
    await pay(who, { autopay: {} })
    await fixtures.asSystem(
      (tx) =>
        tx`update autopays set state = 'paused', pause_reason = 'source' where subject_id = ${who.subject_id}`,
    )
    await pay(who, { amount: 21_250, payment_method_id: 'pm_card_mastercard', autopay: {} })
    const [first, second] = await confirmations(who)
    expect([await opens(first), await opens(second)]).toEqual([410, 200])
  })
  it('tells the person whose bills these are, too, when another address was typed', async () => {
    const who = await resident()
    await fixtures.asSystem(
      (tx) => tx`update subjects set email = 'anna@example.it' where subject_id = ${who.subject_id}`,
    )
    await pay(who, { autopay: {} })
    const mails = await mailsOf(who, 'autopay-begun')
    expect(mails.map(({ to_address }) => to_address)).toEqual(['lucia@example.it', 'anna@example.it'])
    expect(mails[0]?.text).not.toBe(mails[1]?.text)
    const news = await fixtures.asSystem(
      (tx) => tx`
        select m.title from push_messages m join subjects s on s.user_id = m.user_id
        where s.subject_id = ${who.subject_id} and m.title like 'Addebito automatico%'`,
    )
    expect(news).toHaveLength(1)
  })
  it('is logged in the name of who signed: the user, or whoever has the link', async () => {
    const [byLink, byUser] = [await resident(), await resident()]
    await pay(byLink, { autopay: {} })
    await pay(byUser, { autopay: {} }, 'own')
    expect(await logged(byLink)).toMatchObject([{ act: 'created', actor: 'Chi ha il link', user_id: null }])
    const [user] = await fixtures.asSystem(
      (tx) => tx`
        select u.user_id, u.nominative as actor from users u join subjects s using (user_id)
        where s.subject_id = ${byUser.subject_id}`,
    )
    expect(await logged(byUser)).toMatchObject([{ act: 'created', ...user }])
  })
  it('begins nothing for who has lost their access meanwhile, and says so', async () => {
    const who = await resident()
    await fixtures.send('/v1/stripe/charge', who.own, { ...card, id: who.bill_id, autopay: {} })
    await answered(who)
    await fixtures.asSystem(
      (tx) => tx`update subjects set user_id = null where subject_id = ${who.subject_id}`,
    )
    await runJobs(fixtures.test.services)
    expect(await autopaysOf(who)).toEqual([])
    const [mail] = await mailsOf(who, 'autopay-ended')
    expect(mail?.subject).toContain('non attivato')
    expect(mail?.text).toContain('le paghi tu')
  })
  it('pays and begins nothing when the method could not be saved, and tells the payer once who pays the next ones', async () => {
    const who = await resident()
    await fixtures.send(`/v1/stripe/charge/${who.token}`, {}, { ...card, autopay: {} })
    await answered(who)
    // As if the provider had taken the payment and kept no method for later.
    const [attempt] = await fixtures.asSystem(
      (tx) =>
        tx`update payment_attempts set source_id = null where bill_id = ${who.bill_id} returning attempt_id, wants_autopay`,
    )
    expect(attempt).toMatchObject({ wants_autopay: true })
    await runJobs(fixtures.test.services)
    await fixtures.asSystem((tx) =>
      fixtures.test.services.queue.enqueue(tx, 'begin-autopay', {
        attempt_id: attempt?.attempt_id as number,
      }),
    )
    await runJobs(fixtures.test.services)
    expect(await fixtures.received(who.bill_id)).toBe(20_000)
    expect([await autopaysOf(who), await planned(who), await confirmations(who)]).toEqual([[], [], []])
    const mails = await mailsOf(who, 'autopay-ended')
    expect(mails).toMatchObject([
      {
        to_address: 'lucia@example.it',
        subject: expect.stringContaining('addebito automatico non attivato'),
      },
    ])
    expect(mails[0]?.text).toContain('la carta o il conto non si sono potuti salvare')
    expect(mails[0]?.text).toContain('Le prossime rate le paghi tu.')
  })
  it('keeps no card of who leaves while their bank waits for them, and begins nothing', async () => {
    const who = await resident()
    const { body } = await fixtures.send<{ next_action: { redirect_url: string } }>(
      '/v1/stripe/charge',
      who.own,
      { ...card, payment_method_id: 'pm_card_threeDSecure2Required', id: who.bill_id, autopay: {} },
    )
    await fixtures.asSystem(async (tx) => {
      const [left] = await tx`select user_id from subjects where subject_id = ${who.subject_id}`
      await tx`update subjects set user_id = null where subject_id = ${who.subject_id}`
      await tx`update users set state = 'removed' where user_id = ${left?.user_id}`
    })
    await fetch(body.next_action.redirect_url, {
      method: 'POST',
      body: new URLSearchParams({ decision: 'approve' }),
      redirect: 'manual',
    })
    await fixtures.asSystem(async (tx) => {
      await tx`update payment_attempts set next_check_at = now() where bill_id = ${who.bill_id}`
      await fixtures.test.services.queue.enqueue(tx, 'sweep-attempts', {})
    })
    await runJobs(fixtures.test.services)
    expect(await fixtures.received(who.bill_id)).toBe(20_000)
    const sources = await fixtures.asSystem(
      (tx) => tx`select from payment_sources where subject_id = ${who.subject_id}`,
    )
    expect([sources, await autopaysOf(who)]).toEqual([[], []])
  })
  it('409: not by a link that pays once, which does not offer it', async () => {
    const who = await resident()
    const { services } = fixtures.test
    const url = await fixtures.asSystem((tx) => payOnceUrl(services, tx, who))
    const once = { ...who, token: url.split('/').at(-1) as string }
    const { body } = await fixtures.test.call({ url: `/v1/mybill/${once.token}` })
    expect(body).toMatchObject({ pay: { keep_texts: null, autopay_text: null } })
    for (const more of [{ autopay: {} }, { save_payment_method: true }])
      expect(await pay(once, more)).toMatchObject({ status: 409, body: { error: 'not_kept' } })
    expect(await fixtures.received(who.bill_id)).toBe(0)
    expect((await pay(once)).status).toBe(201)
  })
  it('403: the office does not begin one in a resident’s name', async () => {
    const who = await fixtures.withCard()
    const { status, body } = await fixtures.send('/v1/stripe/charge', who.staff, {
      ...{ id: who.bill_id, source_id: who.source.source_id, autopay: {} },
    })
    expect({ status, error: body.error }).toEqual({ status: 403, error: 'not_the_payer' })
    expect(await fixtures.received(who.bill_id)).toBe(0)
  })
  it('422: without the consent, and nothing is charged', async () => {
    const who = await resident()
    const { status } = await pay(who, { autopay: {}, mandate: { accepted: false } })
    expect(status).toBe(422)
    expect(await fixtures.received(who.bill_id)).toBe(0)
  })
})

describe('the notice of a debit', () => {
  it('has the link that pauses or revokes, if an autopay planned it', async () => {
    const who = await resident()
    await fixtures.asSystem(
      (tx) =>
        tx`update bill_instalments set due_date = ${addDays(today(), 10)} where bill_id = ${who.bill_id} and position = 2`,
    )
    await pay(who, { autopay: {} })
    const [notice] = await fixtures.mailsOf(who.bill_id, 'debit-notice')
    expect(notice?.text).toMatch(/Metti in pausa o revoca:\n\S+#\/addebito-automatico\/[A-Za-z0-9_-]{43}/)
  })
  it('has none, if the office planned it', async () => {
    const who = await fixtures.withAccount(accounts.good)
    const { body } = await fixtures.plan(who)
    await fixtures.announce(body.debit_id)
    const [notice] = await fixtures.mailsOf(who.bill_id, 'debit-notice')
    expect(notice?.text).not.toContain('revoca')
  })
})
