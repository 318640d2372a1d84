import type { Leaving } from '@saldo/contract/identity/leaving'
import type { Autopay } from '@saldo/contract/payments/autopays'
import { addDays, today } from '@saldo/domain/dates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tx } from '../../db/connection.ts'
import { runJobs } from '../../jobs/worker.ts'
import { accounts, type DebitFixtures, debitFixtures } from '../../testing/features/debit-fixtures.ts'
import { makeBill, makeCustomer, makeSubject, signIn } from '../../testing/people.ts'

let fixtures: DebitFixtures
beforeAll(async () => {
  fixtures = await debitFixtures()
})
afterAll(() => fixtures.close())

type Headers = Record<string, string>
const what = async (headers: Headers) =>
  (await fixtures.test.call({ url: '/v1/users/btoc/leaving', headers })).body as Leaving
const leave = async (headers: Headers, user_name: string) => {
  const answer = await fixtures.send('/v1/users/btoc/leave', headers, { user_name })
  await runJobs(fixtures.test.services)
  return answer
}
const userOf = async (subject_id: number) =>
  (
    await fixtures.asSystem(
      (tx) => tx<{ user_id: number | null }[]>`select user_id from subjects where subject_id = ${subject_id}`,
    )
  )[0]?.user_id ?? null
const userRow = async (user_id: number) =>
  (
    await fixtures.asSystem(
      (tx) => tx<
        {
          user_name: string
          email: string | null
          state: string
          sessions: number
          kept: number
          messages: number
        }[]
      >`
        select user_name, email, state,
          (select count(*)::int from push_messages m where m.user_id = u.user_id) as messages,
          (select count(*)::int from sessions s where s.user_id = u.user_id and s.revoked_at is null) as sessions,
          (select count(*)::int from user_preferences p where p.user_id = u.user_id) as kept
        from users u where user_id = ${user_id}`,
    )
  )[0]

/** Waits until another transaction waits for a lock of this one. */
async function someoneWaits(tx: Tx) {
  for (;;) {
    const [row] = await tx`
      select exists (select from pg_locks l where not l.granted and pg_backend_pid() = any(pg_blocking_pids(l.pid))) as waits`
    if (row?.waits) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** A resident with a saved account, an autopay that has planned debits, and a bill that is due in ten days. */
async function resident() {
  const who = await fixtures.withAccount(accounts.good)
  await fixtures.asSystem(
    (tx) => tx`
      update bill_instalments set due_date = ${addDays(today(), 10)}::date + (position - 1) * 12
      where bill_id = ${who.bill_id}`,
  )
  const { account_id, subject_id, source } = who
  const { body } = await fixtures.send<Autopay>('/v1/autopays', who.own, {
    ...{ account_id, subject_id, source_id: source.source_id },
  })
  await runJobs(fixtures.test.services)
  const user_id = (await userOf(subject_id)) as number
  const { user_name, email } = (await userRow(user_id)) as { user_name: string; email: string }
  return { ...who, autopay_id: body.autopay_id, user_id, user_name, email }
}

describe('GET /v1/users/btoc/leaving', () => {
  it('200: counts what ends, and says what stays due', async () => {
    const who = await resident()
    expect(await what(who.own)).toMatchObject({
      ...{ user_name: who.user_name, email: who.email, residue: 41_250, pending: 0 },
      ...{ methods: 1, autopays: 1, planned_debits: 2, bank_mandates: 0, pays_for: 0, payers: 0 },
    })
  })
})

describe('POST /v1/users/btoc/leave', () => {
  it('204: autopay, planned debits, mandate, method and sessions end; bills and what is due stay', async () => {
    const who = await resident()
    expect((await leave(who.own, who.user_name)).status).toBe(204)
    const debits = await fixtures.debitsOf(who.bill_id)
    expect(debits.map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
    const [ended] = await fixtures.asSystem(
      (tx) => tx`
        select a.state as autopay, s.state as source, m.state as mandate, b.residue
        from autopays a join payment_sources s using (source_id) join mandates m using (source_id)
        join bills b on b.bill_id = ${who.bill_id} where a.autopay_id = ${who.autopay_id}`,
    )
    expect(ended).toEqual({ autopay: 'revoked', source: 'removed', mandate: 'revoked', residue: 41_250 })
    expect(await userOf(who.subject_id)).toBeNull()
    expect(await userRow(who.user_id)).toMatchObject({ email: null, state: 'removed', sessions: 0, kept: 0 })
    expect(await userRow(who.user_id), 'nor what they were told').toMatchObject({ messages: 0 })
    const again = await fixtures.test.call({ url: '/v1/users/me', headers: who.own })
    expect(again.status).toBe(401)
    const bill = await fixtures.test.call({ url: `/v1/mybill/${who.token}` })
    expect(bill).toMatchObject({ status: 200, body: { payable: 41_250 } })
  })

  it('204: the method is gone at the provider, too', async () => {
    const who = await resident()
    const [saved] = await fixtures.asSystem(
      (tx) => tx`select provider_method from payment_sources where source_id = ${who.source.source_id}`,
    )
    await leave(who.own, who.user_name)
    const method = await fixtures.sandbox.stripe.paymentMethods.retrieve(saved?.provider_method)
    expect(method.customer).toBeNull()
  })

  it('204: a mail confirms it to the address that they had', async () => {
    const who = await resident()
    await leave(who.own, who.user_name)
    const mails = await fixtures.asSystem(
      (tx) => tx`select text from emails where to_address = ${who.email} and template = 'access-closed'`,
    )
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain(who.user_name)
    expect(mails[0]?.text).toContain('art. 2220')
    expect(mails[0]?.text).toContain('questo era l’indirizzo del tuo accesso')
  })

  it('204: leaves all offices at once; the address stays nowhere in the access, and is free for a new one', async () => {
    const who = await resident()
    // As of everybody who was invited: the address is the user name, too.
    await fixtures.asSystem(async (tx) => {
      await tx`update users set user_name = email where user_id = ${who.user_id}`
      await tx`update subjects set email = ${who.email} where subject_id = ${who.subject_id}`
      await tx`
        insert into push_messages (user_id, title, body) values (${who.user_id}, 'Delega attiva', ${`Paga ${who.email}`})`
    })
    const elsewhere = await makeSubject(fixtures.test.services, await makeCustomer(fixtures.test.services), {
      user_id: who.user_id,
    })
    await makeBill(fixtures.test.services, who.customer_id, { subject_id: who.subject_id })
    expect((await what(who.own)).offices).toHaveLength(2)
    expect((await leave(who.own, who.email)).status).toBe(204)
    expect(await userOf(elsewhere)).toBeNull()
    const left = await fixtures.asSystem(
      (tx) => tx`select to_jsonb(u)::text as stored from users u where user_id = ${who.user_id}`,
    )
    expect(left[0]?.stored).not.toContain(who.email)
    expect(await userRow(who.user_id)).toMatchObject({ user_name: `chiuso-${who.user_id}`, messages: 0 })
    const invited = await fixtures.send<{ access: string }>(
      `/v1/users/btoc/create/${who.subject_id}`,
      who.staff,
    )
    expect(invited.body.access).toBe('invited')
    const anew = (await userOf(who.subject_id)) as number
    expect(anew).not.toBe(who.user_id)
    expect(await userRow(anew)).toMatchObject({ user_name: who.email, state: 'invited' })
  })

  it('204: beside a payment that refers to the person, and after an act on an autopay that goes on to the person', async () => {
    const who = await resident()
    await fixtures
      .asSystem(async (tx) => {
        await tx`select from autopays where autopay_id = ${who.autopay_id} for no key update`
        const leaving = leave(who.own, who.user_name)
        await someoneWaits(tx)
        // The bills first and then the person, as whoever plans or pays; leaving holds neither.
        await tx`select from bills where bill_id = ${who.bill_id} for update nowait`
        await tx`select from subjects where subject_id = ${who.subject_id} for no key update nowait`
        return { leaving }
      })
      .then(async ({ leaving }) => expect((await leaving).status).toBe(204))
    const other = await resident()
    await fixtures.asSystem(async (tx) => {
      // A payment takes this lock: its foreign key points to the person.
      await tx`select from subjects where subject_id = ${other.subject_id} for key share`
      const answer = await fixtures.send('/v1/users/btoc/leave', other.own, { user_name: other.user_name })
      expect(answer.status).toBe(204)
    })
  })

  it('204: delegations end on both sides, and those who stay are told', async () => {
    const who = await resident()
    const other = await signIn(fixtures.test.services, 'consumer')
    const theirs = await makeSubject(fixtures.test.services, who.customer_id, { user_id: other.user_id })
    await fixtures.asSystem(async (tx) => {
      const rows = [
        { subject_id: who.subject_id, delegate_user_id: other.user_id },
        { subject_id: theirs, delegate_user_id: who.user_id },
      ].map((row) => ({
        ...{ ...row, customer_id: who.customer_id, state: 'active', consent_by: 'owner' },
        ...{ consent_on: today(), accepted_at: new Date().toISOString(), created_by_name: 'Prova' },
        ...{ delegate_name: 'Prova', delegate_email: `prova${row.delegate_user_id}@example.it` },
      }))
      await tx`insert into delegations ${tx(rows)}`
    })
    expect(await what(who.own)).toMatchObject({ pays_for: 1, payers: 1 })
    await leave(who.own, who.user_name)
    const states = await fixtures.asSystem(
      (tx) => tx`
        select state from delegations where subject_id in (${who.subject_id}, ${theirs}) order by delegation_id`,
    )
    expect(states).toEqual([{ state: 'ended' }, { state: 'ended' }])
    const told = await fixtures.asSystem(
      (tx) => tx`
        select count(*)::int as mails from emails
        where template = 'delegation-ended' and to_address = ${`prova${other.user_id}@example.it`}`,
    )
    expect(told).toEqual([{ mails: 1 }])
  })

  it('204: is in the history of the person, with the name of who left', async () => {
    const who = await resident()
    await leave(who.own, who.user_name)
    const lines = await fixtures.asSystem(
      (tx) => tx`
        select user_id from audit_log
        where noun = 'subjects' and record_id = ${who.subject_id} and part is null and before ? 'user_id'`,
    )
    expect(lines).toEqual([{ user_id: who.user_id }])
  })

  it('400: another user name, and nothing has ended', async () => {
    const who = await resident()
    expect(await leave(who.own, 'qualcun.altro')).toMatchObject({
      ...{ status: 400, body: { fields: { user_name: expect.stringContaining(who.user_name) } } },
    })
    expect(await what(who.own)).toMatchObject({ methods: 1, autopays: 1, planned_debits: 2 })
  })

  it('403: a session that proved nothing lately, and nothing has ended', async () => {
    const who = await resident()
    await fixtures.asSystem(
      (tx) => tx`
        update sessions set created_at = now() - interval '11 minutes', proved_at = now() - interval '11 minutes'
        where user_id = ${who.user_id}`,
    )
    expect(await leave(who.own, who.user_name)).toMatchObject({
      ...{ status: 403, body: { error: 'step_up_required' } },
    })
    expect(await userOf(who.subject_id)).toBe(who.user_id)
  })

  it('403: an office, which removes people of its registry by another call', async () => {
    const { headers } = await signIn(fixtures.test.services, 'customer')
    expect((await leave(headers, 'customer')).status).toBe(403)
  })
})
