import { nextTargetDay, today } from '@saldo/domain/dates'
import { makeItalianIban } from '@saldo/domain/iban'
import fc from 'fast-check'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { validate } from '../../bank-files/testing/xmllint.ts'
import { runJobs } from '../../jobs/worker.ts'
import {
  type MoneyTransferFixtures,
  moneyTransferFixtures,
} from '../../testing/features/money-transfer-fixtures.ts'
import { makeAccount, signIn } from '../../testing/people.ts'

let at: MoneyTransferFixtures
let owner: postgres.Sql
beforeAll(async () => {
  at = await moneyTransferFixtures()
  owner = postgres(at.test.database_url, { max: 2, onnotice: () => {} })
  const { id } = await at.stripe.accounts.retrieveCurrent()
  await at.stripe.accounts.update(id, {
    settings: { payouts: { schedule: { interval: 'manual' } } },
  } as never)
})
afterAll(async () => {
  await owner.end()
  await at.close()
})

const payer = 'IT60X0542811101000000123456'
const setPayer = () =>
  at.call('PUT', 'money-transfer-limits', at.people.carla, {
    ...{ office_day_limit: 100_000_000, all_day_limit: 900_000_000, reason: 'Conto della piattaforma' },
    ...{ payer_name: 'Saldo S.r.l.', payer_iban: payer },
  })
/** A condominium whose money stays with the platform. */
async function onPlatform() {
  const { customer_id } = await signIn(at.services, 'customer')
  return { customer_id, account_id: await makeAccount(at.services, customer_id) }
}

describe('money in the platform’s balance', () => {
  it('waits until it is available, and goes by a file that the bank’s schema accepts', async () => {
    const of = await onPlatform()
    await at.paid(of, 20_000)
    expect((await at.request(of, 1000)).body).toMatchObject({ error: 'no_payer' })
    expect((await setPayer()).status).toBe(200)
    await at.readPending()
    expect((await at.request(of, 1)).body).toMatchObject({ error: 'more_than_movable' })
    await at.days(9)
    const { balance, movable, way } = await at.balance(of)
    expect({ way, movable }).toEqual({ way: 'file', movable: balance })
    const id = await at.requested(of, balance)
    const file = () =>
      at.test.app.inject({ url: `/v1/money-transfers/${id}/file`, headers: at.people.anna.headers })
    expect((await file()).statusCode).toBe(409)
    expect((await at.act(id, 'approve', at.people.bruno)).body).toMatchObject({ state: 'approved' })
    const xml = (await file()).body
    await validate(xml, 'pain.001.001.09')
    expect(xml).toContain(`<IBAN>${payer}</IBAN>`)
    expect(xml).toContain(`<EndToEndId>SALDO-M${id}</EndToEndId>`)
    expect((await file()).body).toBe(xml)
    expect(await at.detail(id)).toMatchObject({ file_takers: [{ name: expect.any(String) }] })
    expect(await at.books(of)).not.toHaveProperty('payout_transit')

    expect((await at.act(id, 'hand-over', at.people.anna)).body).toMatchObject({ state: 'sent' })
    expect((await at.act(id, 'hand-over', at.people.anna)).body.error).toBe('not_approved')
    expect(await at.books(of)).toMatchObject({
      payout_transit: balance,
      platform: -balance,
      provider_transit: balance,
    })
    expect(await at.balance(of)).toMatchObject({ balance: 0, movable: 0 })
    const outcome = (what: string, day = today()) =>
      at.act(id, 'outcome', at.people.bruno, { outcome: what, day })
    expect((await outcome('returned')).status).toBe(409)
    expect((await outcome('paid', '2199-01-01')).status).toBe(400)
    // Printed again while the bank has no outcome; never afterwards.
    expect((await file()).body).toBe(xml)
    expect((await outcome('paid')).body).toMatchObject({ state: 'paid', paid_on: today() })
    expect(JSON.parse((await file()).body)).toMatchObject({ error: 'no_file' })
    expect(await at.books(of)).toMatchObject({ bank: balance, platform: -balance })
    expect((await outcome('returned')).body).toMatchObject({ state: 'failed' })
    expect(await at.balance(of)).toMatchObject({ balance, movable: balance })
    expect(await at.books(of)).not.toHaveProperty('bank')
  })

  const approved = async (amount = 500) => {
    await setPayer()
    const of = await onPlatform()
    await at.paid(of, 20_000)
    await at.days(9)
    const id = await at.requested(of, amount)
    await at.act(id, 'approve', at.people.bruno)
    return { of, id }
  }
  const take = async (id: number, who: { headers: Record<string, string> }) => {
    const reply = await at.test.app.inject({ url: `/v1/money-transfers/${id}/file`, headers: who.headers })
    return { status: reply.statusCode, text: reply.body }
  }
  const refusal = ({ status, text }: Awaited<ReturnType<typeof take>>) => [status, JSON.parse(text).error]

  it('leaves no more once the IBAN is another, waits to be changed or is blocked', async () => {
    const { of, id } = await approved()
    const { anna, bruno, carla } = at.people
    expect((await at.act(id, 'hand-over', anna)).body.error).toBe('file_not_taken')
    const pending = `insert into iban_changes (customer_id, account_id, new_iban, state, requested_by_name)
      values (${of.customer_id}, ${of.account_id}, 'IT60X0542811101000000123456', 'pending', 'X')`
    await owner.unsafe(pending)
    expect(refusal(await take(id, anna))).toEqual([409, 'iban_pending'])
    expect(await at.detail(id)).toMatchObject({
      file_takers: [],
      why_not_leave: expect.stringContaining('Annulla lo spostamento'),
    })
    await owner`delete from iban_changes where account_id = ${of.account_id}`
    expect((await take(id, anna)).status).toBe(200)
    await owner`
      update accounts set iban = ${makeItalianIban({ abi: '05428', cab: '11101', account: '900000000001' })}
      where account_id = ${of.account_id}`
    expect(refusal(await take(id, anna))).toEqual([409, 'iban_other'])
    expect((await at.act(id, 'hand-over', anna)).body.error).toBe('iban_other')
    // The bank has it already: the books must say so.
    expect((await at.act(id, 'hand-over', carla, { bank_has_it: true })).body).toMatchObject({
      state: 'sent',
      why_not_leave: null,
    })
    const second = await approved()
    await owner`insert into iban_blacklist (iban, reason)
      select iban, 'Prova' from accounts where account_id = ${second.of.account_id}`
    expect(refusal(await take(second.id, bruno))).toEqual([409, 'iban_blocked'])
  })

  it('is refused while it was not read lately what is available, and never includes what was paid since', async () => {
    await setPayer()
    const of = await onPlatform()
    await at.paid(of, 20_000)
    await at.days(9)
    const { movable } = await at.balance(of)
    expect(movable).toBeGreaterThan(0)
    await at.paid(of, 5000)
    expect((await at.balance(of)).movable).toBeLessThanOrEqual(movable)
    await at.readPending()
    expect((await at.balance(of)).movable).toBe(movable)

    await at.services.asSystem(
      (tx) => tx`update provider_balances set pending_read_at = now() - interval '31 minutes'`,
    )
    expect((await at.request(of, 1)).body).toMatchObject({ error: 'pending_old' })
    expect(await at.balance(of)).toMatchObject({ movable: 0, why_not: expect.stringContaining('riprova') })
    await at.readPending()
    await at.requested(of, movable)
  })

  it('is asked for without walking the movements at the provider', async () => {
    const { of } = await approved()
    await at.sandbox.fault({ kind: 'reset', rate: 1, path: '/v1/balance_transactions', method: 'GET' })
    try {
      const id = await at.requested(of, 500)
      expect((await at.act(id, 'approve', at.people.bruno)).status).toBe(200)
    } finally {
      await at.sandbox.heal()
    }
  })

  it('is cancelled by nobody who took the file, first or again, and each taking is written down', async () => {
    const { of, id } = await approved()
    const { anna, bruno, carla } = at.people
    expect((await take(id, anna)).status).toBe(200)
    expect((await take(id, carla)).status).toBe(200)
    expect(await at.detail(id, anna)).toMatchObject({
      why_not_free: expect.stringContaining('Hai preso tu il file'),
    })
    const cancel = (who: typeof anna) => at.act(id, 'cancel', who, { reason: 'La banca non l’ha' })
    for (const who of [anna, carla]) expect((await cancel(who)).body.error).toBe('freed_by_another_person')
    expect((await take(id, anna)).status).toBe(200)
    expect((await at.detail(id, bruno)).file_takers).toHaveLength(2)
    const audited = await owner`
      select user_id::int from audit_log
      where noun = 'money_transfers' and record_id = ${id} and part = 'money_transfer_file_takings' order by audit_id`
    expect(audited.map(({ user_id }) => user_id)).toEqual([anna.user_id, carla.user_id, anna.user_id])
    for (const change of [
      owner`update money_transfer_file_takings set taken_by = ${bruno.user_id} where money_transfer_id = ${id}`,
      owner`delete from money_transfer_file_takings where money_transfer_id = ${id}`,
    ])
      await expect(change).rejects.toMatchObject({ constraint_name: 'money_transfer_taking_is_final' })
    await expect(
      at.services.asSystem(
        (tx) => tx`update money_transfers set state = 'cancelled' where money_transfer_id = ${id}`,
      ),
    ).rejects.toMatchObject({ constraint_name: 'money_transfer_freed_by_another_person' })
    await expect(
      owner`update money_transfers set file_taken_by = ${carla.user_id} where money_transfer_id = ${id}`,
    ).rejects.toMatchObject({ constraint_name: 'money_transfer_said_once' })
    expect((await cancel(bruno)).body).toMatchObject({ state: 'cancelled' })
    expect(await at.balance(of)).toMatchObject({ reserved: 0 })
    expect(refusal(await take(id, anna))).toEqual([409, 'no_file'])
  })

  it.each([
    ['rejected', 'sent'],
    ['returned', 'paid'],
  ])('is recorded as %s by nobody who took the file; that it arrived, by anybody', async (what, state) => {
    const { of, id } = await approved()
    const { anna, bruno, carla } = at.people
    const { movable } = await at.balance(of)
    expect((await take(id, anna)).status).toBe(200)
    expect((await at.act(id, 'hand-over', anna)).body).toMatchObject({ state: 'sent' })
    expect((await take(id, carla)).status).toBe(200)
    const outcome = (who: typeof anna, outcome = what) =>
      at.act(id, 'outcome', who, { outcome, day: today() })
    if (state === 'paid') expect((await outcome(anna, 'paid')).body).toMatchObject({ state })
    for (const who of [anna, carla]) {
      expect(await outcome(who)).toMatchObject({
        status: 409,
        body: {
          error: 'freed_by_another_person',
          error_description: expect.stringContaining('Hai preso tu'),
        },
      })
      expect(await at.detail(id, who)).toMatchObject({ state, why_not_free: expect.any(String) })
    }
    await expect(
      at.services.asSystem(
        (tx) => tx`update money_transfers set state = 'failed' where money_transfer_id = ${id}`,
      ),
    ).rejects.toMatchObject({ constraint_name: 'money_transfer_freed_by_another_person' })
    expect(await at.balance(of)).toMatchObject({ movable })
    expect(await at.detail(id, bruno)).toMatchObject({ why_not_free: null })
    expect((await outcome(bruno)).body).toMatchObject({ state: 'failed', why_not_free: null })
    expect(await at.balance(of)).toMatchObject({ movable: movable + 500 })
  })

  it('is executed on a day after the file was taken, however long ago it was approved', async () => {
    const { id } = await approved()
    await owner.begin(async (tx) => {
      await tx`alter table money_transfer_approvals disable trigger is_final`
      await tx`
        update money_transfer_approvals set approved_at = now() - interval '9 days' where money_transfer_id = ${id}`
      await tx`alter table money_transfer_approvals enable trigger is_final`
    })
    const { text } = await take(id, at.people.anna)
    expect(text).toContain(`<Dt>${nextTargetDay(today())}</Dt>`)
  })

  it('is cancelled by anybody while nobody has the file', async () => {
    const { of, id } = await approved()
    expect((await at.act(id, 'cancel', at.people.bruno, { reason: 'Sbagliato' })).body).toMatchObject({
      state: 'cancelled',
    })
    expect(await at.balance(of)).toMatchObject({ reserved: 0 })
  })
})

describe('any acts in any order', () => {
  it('never pay twice, never more than there is; books sum to zero and equal statement and view', async () => {
    const step = fc.oneof(
      fc.record({ act: fc.constant('request' as const), amount: fc.integer({ min: 1, max: 12_000 }) }),
      fc.record({
        act: fc.constantFrom('approve' as const, 'refuse' as const, 'withdraw' as const, 'cancel' as const),
        which: fc.nat(4),
      }),
      fc.record({
        act: fc.constantFrom('days' as const, 'lose' as const, 'sweep' as const, 'fail' as const),
      }),
    )
    await setPayer()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
        const of = await at.withMoney(10_000)
        const ids: number[] = []
        for (const each of steps) {
          if (each.act === 'request') {
            const { body } = await at.request(of, each.amount)
            if (body.money_transfer_id) ids.push(body.money_transfer_id)
          } else if ('which' in each) {
            const id = ids[each.which]
            if (id !== undefined)
              await at.act(id, each.act, each.act === 'withdraw' ? at.people.anna : at.people.bruno, {
                reason: 'Prova',
              })
          } else if (each.act === 'days') await at.days(2)
          else if (each.act === 'lose') {
            await at.sandbox.fault({ kind: 'reset', rate: 1, path: '/v1/payouts', method: 'POST', times: 1 })
            await runJobs(at.services)
            await at.sandbox.heal()
          } else if (each.act === 'fail') {
            const [payout] = (await at.payoutsOf(of)).filter(({ status }) => status === 'paid')
            if (payout) await at.control('payouts/fail', { payout: payout.id })
          } else await at.sweep()
        }
        await at.sweep()
        await at.services.asSystem((tx) =>
          at.services.queue.enqueue(tx, 'read-payouts', { provider_account: 'stripe' }),
        )
        await runJobs(at.services)
        await agrees(of)
      }),
      { numRuns: 6 },
    )
  })

  it('by file never send more than there is, nor to another IBAN; books sum to zero and equal the view', async () => {
    const { anna, bruno, carla } = at.people
    const step = fc.oneof(
      fc.record({ act: fc.constant('request' as const), amount: fc.integer({ min: 1, max: 12_000 }) }),
      fc.record({
        act: fc.constantFrom(...(['approve', 'cancel', 'file', 'hand-over', 'paid', 'returned'] as const)),
        which: fc.nat(2),
      }),
      fc.record({ act: fc.constantFrom('iban' as const, 'read' as const) }),
    )
    await setPayer()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const of = await onPlatform()
        await at.paid(of, 10_000)
        await at.days(9)
        const { balance: start } = await at.balance(of)
        const ids: number[] = []
        let ibans = 0
        for (const each of steps) {
          if (each.act === 'request') {
            const { body } = await at.request(of, each.amount)
            if (body.money_transfer_id) ids.push(body.money_transfer_id)
          } else if (each.act === 'iban') {
            const iban = makeItalianIban({
              abi: '05428',
              cab: '11101',
              account: `80000000000${ibans++ % 10}`,
            })
            await owner`update accounts set iban = ${iban} where account_id = ${of.account_id}`
          } else if (each.act === 'read') await at.readPending()
          else if ('which' in each) await act(each.act, ids[each.which], of)
        }
        const sent = await owner<{ sum: number }[]>`
          select coalesce(sum(amount), 0)::int as sum from money_transfers
          where account_id = ${of.account_id} and state in ('sent', 'paid')`
        const gone = sent[0]?.sum as number
        expect(gone).toBeLessThanOrEqual(start)
        const books = await at.books(of)
        expect(Object.values(books).reduce((sum, amount) => sum + amount, 0)).toBe(0)
        expect((books.bank ?? 0) + (books.payout_transit ?? 0)).toBe(gone)
        const { balance, movable, reserved } = await at.balance(of)
        expect(balance).toBe(start - gone)
        expect(movable).toBeGreaterThanOrEqual(0)
        expect(gone + reserved).toBeLessThanOrEqual(start)
      }),
      { numRuns: 8 },
    )

    async function act(what: string, id: number | undefined, of: { account_id: number }) {
      if (id === undefined) return
      if (what === 'file' || what === 'hand-over') {
        const [row] = await owner`
          select t.state, t.iban = a.iban as same from money_transfers t join accounts a using (account_id)
          where t.money_transfer_id = ${id} and a.account_id = ${of.account_id}`
        const file = await at.test.app.inject({
          url: `/v1/money-transfers/${id}/file`,
          headers: anna.headers,
        })
        if (row?.state === 'approved' && !row.same) expect(file.statusCode).toBe(409)
        if (what === 'file') return
        const { status } = await at.act(id, 'hand-over', anna)
        if (row?.state === 'approved' && !row.same) expect(status).toBe(409)
      } else if (what === 'paid' || what === 'returned')
        await at.act(id, 'outcome', carla, { outcome: what, day: today() })
      else await at.act(id, what, what === 'cancel' ? carla : bruno, { reason: 'Prova' })
    }
  })
})

type Of = Awaited<ReturnType<MoneyTransferFixtures['withMoney']>>

async function agrees(of: Of) {
  const payouts = await at.payoutsOf(of)
  const alive = payouts.filter(({ status }) => status !== 'failed' && status !== 'canceled')
  const gone = alive.reduce((sum, { amount }) => sum + amount, 0)
  const books = await at.books(of)
  expect(Object.values(books).reduce((sum, amount) => sum + amount, 0)).toBe(0)
  expect(books.connected_balance ?? 0).toBe(10_000 - gone)
  expect(gone).toBeLessThanOrEqual(10_000)
  expect((books.bank ?? 0) + (books.payout_transit ?? 0)).toBe(gone)
  const named = payouts.map(({ metadata }) => metadata?.saldo_order)
  expect(new Set(named).size).toBe(named.length)
  const balance = await at.balance(of)
  expect(balance.movable).toBeGreaterThanOrEqual(0)
  const statement = await at.call<{ opening: number; closing: number; money_in: number; money_out: number }>(
    'GET',
    `balance-movements/summary?account_id=${of.account_id}`,
    at.people.anna,
  )
  const { opening, closing, money_in, money_out } = statement.body
  expect(opening + money_in - money_out).toBe(closing)
  expect({ closing, balance: balance.balance }).toEqual({ closing: 10_000 - gone, balance: 10_000 - gone })
  const [register] = await owner`
    select coalesce(sum(l.amount), 0)::int as sum from ledger_lines l
    join ledger_entries e on e.customer_id = l.customer_id and e.entry_id = l.entry_id
    where e.account_id = ${of.account_id} and l.ledger_account in ('provider_transit', 'platform', 'connected_balance')`
  expect(register?.sum).toBe(closing)
}
