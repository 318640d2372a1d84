import type { Autopay } from '@saldo/contract/payments/autopays'
import { addDays, today } from '@saldo/domain/dates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { accounts, type DebitFixtures, debitFixtures } from '../../testing/features/debit-fixtures.ts'
import { makeAccount, makeBill } from '../../testing/people.ts'
import { moveDebitOn } from '../debits/move-debit.job.ts'
import { moveAutopayOn } from './move-autopay.job.ts'
import { sweepAutopaysOn } from './sweep-autopays.job.ts'

let fixtures: DebitFixtures
beforeAll(async () => {
  fixtures = await debitFixtures()
})
afterAll(() => fixtures.close())

type Payer = Awaited<ReturnType<DebitFixtures['withAccount']>>

/** A resident whose bill is due in ten days and in forty. */
async function payer(iban = accounts.good, amounts?: number[]): Promise<Payer> {
  const who = await fixtures.withAccount(iban, amounts)
  await dueIn(who.bill_id, 10)
  return who
}
const dueIn = (bill_id: number, days: number, apart = 12) =>
  fixtures.asSystem(
    (tx) =>
      tx`update bill_instalments set due_date = ${addDays(today(), days)}::date + (position - 1) * ${apart}::int where bill_id = ${bill_id}`,
  )
async function set(who: Payer, more: object = {}, as = who.own) {
  const { account_id, subject_id } = who
  const reply = await fixtures.send<Autopay>('/v1/autopays', as, {
    ...{ account_id, subject_id, source_id: who.source.source_id, ...more },
  })
  await runJobs(fixtures.test.services)
  return reply
}
async function change(
  who: Payer,
  { autopay_id }: Autopay,
  act: 'pause' | 'resume' | 'revoke',
  body: object = {},
) {
  const reply = await fixtures.send<Autopay>(`/v1/autopays/${autopay_id}/${act}`, who.own, body)
  await runJobs(fixtures.test.services)
  return reply
}
const live = async (bill_id: number) =>
  (await fixtures.debitsOf(bill_id)).filter(({ state }) => state === 'planned' || state === 'notified')
const stateOf = async ({ autopay_id }: Autopay) =>
  (
    await fixtures.asSystem(
      (tx) => tx`select state, pause_reason from autopays where autopay_id = ${autopay_id}`,
    )
  )[0]

describe('setting an autopay', () => {
  it('201: plans a debit for each instalment, on its day or after, and shows them', async () => {
    const who = await payer()
    const { status, body } = await set(who)
    expect(status).toBe(201)
    expect(body).toMatchObject({ state: 'active', cap: null, last4: '0001' })
    expect(body.next.map(({ amount }) => amount)).toEqual([20_000, 21_250])
    const debits = await live(who.bill_id)
    expect(debits.map(({ amount }) => amount)).toEqual([20_000, 21_250])
    expect(debits.map(({ collect_on }) => collect_on)).toEqual(body.next.map(({ collect_on }) => collect_on))
  })
  it('201: twice is one autopay, and plans nothing twice', async () => {
    const who = await payer()
    const [one, two] = await Promise.all([set(who), set(who)])
    expect(one.body.autopay_id).toBe(two.body.autopay_id)
    expect(await live(who.bill_id)).toHaveLength(2)
  })
  it('leaves to the payer what was due before it began', async () => {
    const who = await payer()
    await dueIn(who.bill_id, -5)
    await set(who)
    expect((await live(who.bill_id)).map(({ amount }) => amount)).toEqual([21_250])
  })
  it('leaves to the payer what was overdue when they agreed anew', async () => {
    const who = await payer()
    await set(who)
    await fixtures.asSystem(async (tx) => {
      await tx`update autopays set starts_on = ${addDays(today(), -60)} where subject_id = ${who.subject_id}`
      await tx`
        update bill_instalments set due_date = ${addDays(today(), -3)} where bill_id = ${who.bill_id} and position = 1`
    })
    const { body } = await set(who, { cap: 30_000 })
    expect(body.starts_on).toBe(today())
    expect((await live(who.bill_id)).map(({ amount }) => amount)).toEqual([21_250])
  })
  it('covers only its condominium', async () => {
    const who = await payer()
    const elsewhere = await makeBill(fixtures.test.services, who.customer_id, {
      ...{
        subject_id: who.subject_id,
        account_id: await makeAccount(fixtures.test.services, who.customer_id),
      },
    })
    await dueIn(elsewhere.bill_id, 10)
    await set(who)
    expect(await live(elsewhere.bill_id)).toEqual([])
    expect(await live(who.bill_id)).toHaveLength(2)
  })
  it('plans for a bill that is issued later', async () => {
    const who = await payer()
    await set(who)
    const { subject_id, account_id } = who
    const later = await makeBill(fixtures.test.services, who.customer_id, { subject_id, account_id })
    await dueIn(later.bill_id, 5)
    await sweepAutopaysOn(fixtures.test.services, today())
    await runJobs(fixtures.test.services)
    expect((await live(later.bill_id)).reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(
      later.amount,
    )
  })
  it('403: not by the office, which sees it', async () => {
    const who = await payer()
    expect((await set(who, {}, who.staff)).status).toBe(403)
    await set(who)
    const { body } = await fixtures.test.call({
      url: `/v1/autopays?subject_id=${who.subject_id}`,
      headers: who.staff,
    })
    expect(body).toMatchObject({ autopays: [{ state: 'active' }], coverable: [] })
  })
  it('404: for somebody else’s bills; 409: from somebody else’s method', async () => {
    const [who, other] = [await payer(), await payer()]
    expect((await set(who, {}, other.own)).status).toBe(404)
    expect((await set(who, { source_id: other.source.source_id })).status).toBe(404)
  })
})

describe('the cap', () => {
  it('leaves an instalment above it to the payer, who is told once', async () => {
    const who = await payer()
    const { body } = await set(who, { cap: 20_000 })
    expect(body.next.map(({ over_cap }) => over_cap)).toEqual([false, true])
    expect((await live(who.bill_id)).map(({ amount }) => amount)).toEqual([20_000])
    await moveAutopayOn(fixtures.test.services, body.autopay_id, today())
    const mails = await fixtures.mailsOf(who.bill_id, 'autopay-over-cap')
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('212,50')
  })
})

describe('a debit that is at the bank when the payer stops', () => {
  const started = async (iban: string) => {
    const who = await payer(iban)
    const { body } = await set(who)
    const [first] = await live(who.bill_id)
    const debit_id = first?.debit_id as number
    // Its notice has left long ago, and its day has come.
    await fixtures.asSystem(
      (tx) => tx`
        update debits set state = 'notified', notified_at = now() - interval '10 days', collect_on = ${today()}
        where debit_id = ${debit_id}`,
    )
    return { who, body, debit_id }
  }
  const stateOfDebit = async (debit_id: number) =>
    (
      await fixtures.asSystem((tx) => tx`select state, plan_again from debits where debit_id = ${debit_id}`)
    )[0]

  it('is named; if it comes back, nothing is taken again', async () => {
    const { who, body, debit_id } = await started(accounts.good)
    await moveDebitOn(fixtures.test.services, debit_id, today())
    expect((await stateOfDebit(debit_id))?.state).toBe('started')
    const { body: revoked } = await change(who, body, 'revoke')
    expect(revoked.under_way).toBe(20_000)
    // As if the provider had never taken it.
    await fixtures.asSystem(
      (tx) => tx`update debits set state = 'notified', payment_id = null where debit_id = ${debit_id}`,
    )
    await moveDebitOn(fixtures.test.services, debit_id, today())
    expect(await stateOfDebit(debit_id)).toEqual({ state: 'cancelled', plan_again: true })
  })
  it.each([
    ['a lower cap', { cap: 10_000 }],
    ['a revocation', { state: 'revoked' }],
    ['a pause', { state: 'paused', pause_reason: 'payer' }],
  ])('does not start after %s', async (_what, to) => {
    const { body, debit_id } = await started(accounts.good)
    await fixtures.asSystem((tx) => tx`update autopays set ${tx(to)} where autopay_id = ${body.autopay_id}`)
    await moveDebitOn(fixtures.test.services, debit_id, today())
    expect((await stateOfDebit(debit_id))?.state).toBe('cancelled')
  })
})

describe('what is left to the payer', () => {
  it('says why: a person cancelled its debit', async () => {
    const who = await payer()
    const { body } = await set(who)
    const [first] = await live(who.bill_id)
    await fixtures.asSystem(
      (tx) =>
        tx`update debits set state = 'cancelled', cancel_reason = 'Annullato dallo studio.' where debit_id = ${first?.debit_id as number}`,
    )
    await moveAutopayOn(fixtures.test.services, body.autopay_id, today())
    expect(await live(who.bill_id)).toHaveLength(1)
    const { body: seen } = await fixtures.test.call({
      url: `/v1/autopays?subject_id=${who.subject_id}`,
      headers: who.own,
    })
    expect(
      (seen as { autopays: Autopay[] }).autopays[0]?.next.map(({ left_to_payer }) => left_to_payer),
    ).toEqual(['Annullato dallo studio.', null])
  })
  it('is nothing when the method changes: another one takes it', async () => {
    const who = await payer()
    const { body } = await set(who)
    await fixtures.asSystem(
      (
        tx,
      ) => tx`update debits set state = 'cancelled', cancel_reason = 'Il metodo è stato tolto.', plan_again = autopay_id is not null
        where bill_id = ${who.bill_id} and state in ('planned', 'notified')`,
    )
    await moveAutopayOn(fixtures.test.services, body.autopay_id, today())
    expect(await live(who.bill_id)).toHaveLength(2)
  })
})

describe('whoever loses their access', () => {
  it('has no autopay any more, and no planned debit', async () => {
    const who = await payer()
    const { body } = await set(who)
    await fixtures.asSystem(
      (tx) => tx`update subjects set user_id = null where subject_id = ${who.subject_id}`,
    )
    expect(await stateOf(body)).toMatchObject({ state: 'revoked' })
    expect(await live(who.bill_id)).toEqual([])
  })
  it('is told so by mail, once; nobody is who revokes', async () => {
    const [who, other] = [await payer(), await payer()]
    await set(who)
    await fixtures.asSystem(
      (tx) => tx`update subjects set user_id = null where subject_id = ${who.subject_id}`,
    )
    await change(other, (await set(other)).body, 'revoke')
    for (const _time of [1, 2]) {
      await sweepAutopaysOn(fixtures.test.services, today())
      await runJobs(fixtures.test.services)
    }
    const ends = await fixtures.asSystem(
      (tx) => tx`
        select customer_id, to_address, text from emails
        where template = 'autopay-ended' and customer_id in (${who.customer_id}, ${other.customer_id})`,
    )
    expect(ends).toMatchObject([{ customer_id: who.customer_id, to_address: 'lucia@example.it' }])
    expect(ends[0]?.text).toContain('Le prossime rate le paghi tu')
  })
  it('ends nothing that was signed by a link, which needs no access', async () => {
    const who = await payer()
    const { body } = await set(who)
    await fixtures.asSystem(async (tx) => {
      await tx`update autopays set created_by = null where autopay_id = ${body.autopay_id}`
      await tx`update subjects set user_id = null where subject_id = ${who.subject_id}`
    })
    expect(await stateOf(body)).toMatchObject({ state: 'active' })
    expect(await live(who.bill_id)).toHaveLength(2)
  })
})

describe('pausing and revoking', () => {
  it('cancels what is planned; resuming plans it again', async () => {
    const who = await payer()
    const { body } = await set(who)
    expect((await change(who, body, 'pause')).body).toMatchObject({ state: 'paused', next: [] })
    expect(await live(who.bill_id)).toEqual([])
    expect((await change(who, body, 'resume')).body.state).toBe('active')
    expect(await live(who.bill_id)).toHaveLength(2)
  })
  it('a pause until a day ends by itself on that day', async () => {
    const who = await payer()
    const { body } = await set(who)
    const until = addDays(today(), 3)
    await change(who, body, 'pause', { until })
    await moveAutopayOn(fixtures.test.services, body.autopay_id, addDays(until, -1))
    expect(await stateOf(body)).toMatchObject({ state: 'paused' })
    await moveAutopayOn(fixtures.test.services, body.autopay_id, until)
    expect(await stateOf(body)).toMatchObject({ state: 'active' })
  })
  it('409: what was revoked stays revoked; setting it again is a new one', async () => {
    const who = await payer()
    const { body } = await set(who)
    expect((await change(who, body, 'revoke')).body.state).toBe('revoked')
    expect(await live(who.bill_id)).toEqual([])
    expect((await change(who, body, 'resume')).status).toBe(409)
    expect((await set(who)).body.autopay_id).not.toBe(body.autopay_id)
    expect(await live(who.bill_id)).toHaveLength(2)
  })
  it('a debit that another payment had replaced does not come back after a revocation', async () => {
    const who = await payer(accounts.good, [41_250])
    const { body } = await set(who)
    const debited = await fixtures.send<{ state: string }>(
      `/v1/stripe/charge/${who.token}`,
      {},
      {
        ...{ payment_method: 'SEPA_DEBIT', payment_method_id: await fixtures.methodAt(accounts.empty) },
        ...{ amount: 41_250, email: 'lucia@example.it', name: 'Lucia', mandate: { accepted: true } },
      },
    )
    expect(debited.body.state).toBe('processing')
    await change(who, body, 'revoke')
    await fixtures.sandbox.advance(100)
    await fixtures.asSystem((tx) => tx`update payment_attempts set next_check_at = now()`)
    await fixtures.asSystem((tx) => fixtures.test.services.queue.enqueue(tx, 'sweep-attempts', {}))
    await runJobs(fixtures.test.services)
    expect(await live(who.bill_id)).toEqual([])
  })
  it('at the moment a debit starts: it is either cancelled or under way, and charged at most once', async () => {
    const who = await payer(accounts.good, [41_250])
    const { body } = await set(who)
    const [debit] = await live(who.bill_id)
    await fixtures.announce(debit?.debit_id)
    await moveDebitOn(fixtures.test.services, debit?.debit_id, addDays(debit?.collect_on, -14))
    await runJobs(fixtures.test.services)
    await moveDebitOn(fixtures.test.services, debit?.debit_id, addDays(debit?.collect_on, -5))
    const [, revoked] = await Promise.all([
      moveDebitOn(fixtures.test.services, debit?.debit_id, debit?.collect_on),
      change(who, body, 'revoke'),
    ])
    expect(revoked).toMatchObject({ status: 200, body: { state: 'revoked' } })
    const after = await fixtures.debitOf(debit?.debit_id)
    const intents = await fixtures.asked(who.bill_id)
    expect([
      ['cancelled', 0],
      ['started', 1],
    ]).toContainEqual([after?.state, intents.length])
  })
})

describe('two failed debits in a row', () => {
  it('pause it, say so by mail, and try nothing more', async () => {
    const who = await payer(accounts.empty)
    await dueIn(who.bill_id, 5, 3)
    const { body } = await set(who)
    for (const { debit_id } of await live(who.bill_id)) {
      await fixtures.collect(debit_id)
      await fixtures.settle(debit_id)
    }
    expect(await stateOf(body)).toMatchObject({ state: 'paused', pause_reason: 'failures' })
    expect(await live(who.bill_id)).toEqual([])
    const mails = await fixtures.asSystem(
      (tx) =>
        tx`select text from emails where template = 'autopay-paused' and customer_id = ${who.customer_id}`,
    )
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('Due addebiti di seguito')
  })
})

it('a method that is removed pauses it', async () => {
  const who = await payer()
  const { body } = await set(who)
  await fixtures.send(`/v1/stripe/delete_source/${who.subject_id}/${who.source.source_id}`, who.own)
  await runJobs(fixtures.test.services)
  expect(await stateOf(body)).toMatchObject({ state: 'paused', pause_reason: 'source' })
})
