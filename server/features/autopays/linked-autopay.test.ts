import type { PublicAutopay } from '@saldo/contract/payments/autopays'
import { addDays, today } from '@saldo/domain/dates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emit } from '../../events.ts'
import { runJobs } from '../../jobs/worker.ts'
import { autopayUrl } from '../../links/autopay-url.ts'
import { accounts, type DebitFixtures, debitFixtures } from '../../testing/features/debit-fixtures.ts'

let fixtures: DebitFixtures
beforeAll(async () => {
  fixtures = await debitFixtures()
})
afterAll(() => fixtures.close())

/** A resident with an autopay, and the token of a link to it. */
async function linked() {
  const who = await fixtures.withAccount(accounts.good)
  await fixtures.asSystem(
    (tx) =>
      tx`update bill_instalments set due_date = ${addDays(today(), 10)}::date + position::int where bill_id = ${who.bill_id}`,
  )
  const { account_id, subject_id } = who
  const { body } = await fixtures.send<{ autopay_id: number }>('/v1/autopays', who.own, {
    ...{ account_id, subject_id, source_id: who.source.source_id, cap: 21_000 },
  })
  await runJobs(fixtures.test.services)
  return { ...who, autopay_id: body.autopay_id, token: await tokenOf(who.customer_id, body.autopay_id) }
}
async function tokenOf(customer_id: number, autopay_id: number): Promise<string> {
  const { services } = fixtures.test
  const url = await fixtures.asSystem((tx) => autopayUrl(services, tx, { customer_id, autopay_id }))
  return url.split('/').at(-1) as string
}
/** Another method of the same person. */
async function saved({ own }: { own: Record<string, string> }, iban: string): Promise<number> {
  const { body } = await fixtures.send<{ source_id: number }>('/v1/stripe/save_source', own, {
    ...{ type_id: 'sepa_debit', payment_method_id: await fixtures.methodAt(iban), email: 'lucia@example.it' },
    ...{ name: 'Lucia Rossi', mandate: { accepted: true } },
  })
  return body.source_id
}
const read = async (token: string) => {
  const { status, body } = await fixtures.test.call({ url: `/v1/autopay-links/${token}` })
  return { status, body: body as PublicAutopay & { error?: string } }
}
async function act(token: string, what: 'pause' | 'resume' | 'revoke' | 'restore', body: object = {}) {
  const reply = await fixtures.send<PublicAutopay>(`/v1/autopay-links/${token}/${what}`, {}, body)
  await runJobs(fixtures.test.services)
  return reply
}
const live = async (bill_id: number) =>
  (await fixtures.debitsOf(bill_id)).filter(({ state }) => state === 'planned' || state === 'notified')

describe('the link of an autopay', () => {
  it('200: shows what it takes, from where and up to how much, and no id', async () => {
    const who = await linked()
    const { status, body } = await read(who.token)
    expect(status).toBe(200)
    expect(body).toMatchObject({ state: 'active', cap: 21_000, last4: '0001', restorable: false })
    expect(body.next.map(({ amount, over_cap }) => [amount, over_cap])).toEqual([
      [20_000, false],
      [21_250, true],
    ])
    expect(JSON.stringify(body)).not.toMatch(/"(autopay|subject|account|customer|source|bill)_id"/)
  })
  it('200: pauses, with what was planned, and resumes', async () => {
    const who = await linked()
    expect((await act(who.token, 'pause')).body).toMatchObject({
      state: 'paused',
      pause_reason: 'payer',
      next: [],
    })
    expect(await live(who.bill_id)).toEqual([])
    expect((await act(who.token, 'resume')).body.state).toBe('active')
    expect(await live(who.bill_id)).toHaveLength(1)
  })
  it('400: a pause until yesterday; 200: until a day', async () => {
    const who = await linked()
    expect((await act(who.token, 'pause', { until: addDays(today(), -1) })).status).toBe(400)
    const until = addDays(today(), 20)
    expect((await act(who.token, 'pause', { until })).body).toMatchObject({ paused_until: until })
  })
  it('200: revokes; within the day that is taken back, by the same link', async () => {
    const who = await linked()
    expect((await act(who.token, 'revoke')).body).toMatchObject({ state: 'revoked', restorable: true })
    expect(await live(who.bill_id)).toEqual([])
    expect((await act(who.token, 'resume')).status).toBe(409)
    expect((await act(who.token, 'restore')).body).toMatchObject({ state: 'active', cap: 21_000 })
    expect((await read(who.token)).body.state).toBe('active')
    expect(await live(who.bill_id)).toHaveLength(1)
    const all = await fixtures.asSystem(
      (tx) => tx`select state from autopays where subject_id = ${who.subject_id} order by autopay_id`,
    )
    expect(all.map(({ state }) => state)).toEqual(['revoked', 'active'])
    // Its payer is told that it goes on.
    const [told] = await fixtures.asSystem(
      (tx) => tx`
        select text from emails where customer_id = ${who.customer_id} and template = 'autopay-begun' order by email_id desc limit 1`,
    )
    expect(told?.text).toContain('addebito-automatico')
  })
  it('409: nothing is taken back before a revocation, nor while another autopay is in force', async () => {
    const who = await linked()
    expect((await act(who.token, 'restore')).status).toBe(409)
    await act(who.token, 'revoke')
    await fixtures.send('/v1/autopays', who.own, {
      ...{ account_id: who.account_id, subject_id: who.subject_id, source_id: who.source.source_id },
    })
    expect((await read(who.token)).body).toMatchObject({ state: 'revoked', restorable: false })
    expect((await act(who.token, 'restore')).status).toBe(409)
  })
  it('409: what was revoked in the product stays so, and so does what a removed method or a lost access ended', async () => {
    const inProduct = await linked()
    await fixtures.send(`/v1/autopays/${inProduct.autopay_id}/revoke`, inProduct.own, {})
    expect((await read(inProduct.token)).body).toMatchObject({ state: 'revoked', restorable: false })
    expect((await act(inProduct.token, 'restore')).status).toBe(409)

    const removed = await linked()
    await act(removed.token, 'revoke')
    await fixtures.asSystem(
      (tx) =>
        tx`update payment_sources set state = 'removed', is_default = false where source_id = ${removed.source.source_id}`,
    )
    expect((await act(removed.token, 'restore')).status).toBe(409)

    const left = await linked()
    await act(left.token, 'revoke')
    await fixtures.asSystem(
      (tx) => tx`update subjects set user_id = null where subject_id = ${left.subject_id}`,
    )
    expect((await read(left.token)).body.restorable).toBe(false)
    expect((await act(left.token, 'restore')).status).toBe(409)
  })
  it('is named in the log by what its holder does', async () => {
    const who = await linked()
    for (const what of ['pause', 'resume', 'revoke', 'restore'] as const) await act(who.token, what)
    const lines = await fixtures.asSystem(
      (tx) => tx`
        select act, actor from audit_log
        where noun = 'subjects' and part = 'autopays' and record_id = ${who.subject_id} order by audit_id`,
    )
    expect(lines.slice(1)).toEqual(
      ['changed', 'changed', 'changed', 'created'].map((act) => ({ act, actor: 'Chi ha il link' })),
    )
  })
  it('is forgotten two months after it has expired', async () => {
    const who = await linked()
    const expired = (days: number) =>
      fixtures.asSystem(async (tx) => {
        await tx`
          update autopay_links set expires_at = now() - make_interval(days => ${days}::int)
          where autopay_id = ${who.autopay_id}`
        await emit(fixtures.test.services, tx, 'expired_forgotten', {})
      })
    await expired(59)
    expect((await read(who.token)).status).toBe(410)
    await expired(61)
    expect((await read(who.token)).status).toBe(404)
  })
  it('opens its own autopay alone', async () => {
    const [who, other] = [await linked(), await linked()]
    await act(who.token, 'revoke')
    expect((await read(other.token)).body.state).toBe('active')
  })
  it('410: when the payer chose another method; not when the same one was saved again, nor for another cap', async () => {
    const who = await linked()
    const set = (source_id: number) =>
      fixtures.send('/v1/autopays', who.own, {
        ...{ account_id: who.account_id, subject_id: who.subject_id, source_id, cap: 30_000 },
      })
    const again = await saved(who, accounts.good)
    await runJobs(fixtures.test.services)
    expect((await set(again)).status).toBe(201)
    expect((await read(who.token)).body).toMatchObject({ cap: 30_000 })
    expect((await set(await saved(who, accounts.contested))).status).toBe(201)
    expect((await read(who.token)).status).toBe(410)
    expect((await act(who.token, 'pause')).status).toBe(410)
  })
  it('404: another kind of link; 410: after a year', async () => {
    const who = await linked()
    const other = await fixtures.resident()
    expect((await read(other.token)).status).toBe(404)
    await fixtures.asSystem(
      (tx) => tx`update autopay_links set expires_at = now() where autopay_id = ${who.autopay_id}`,
    )
    expect((await read(who.token)).status).toBe(410)
  })
})
