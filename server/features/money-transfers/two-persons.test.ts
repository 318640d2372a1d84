import { moneyTransferTransitions } from '@saldo/domain/payments/money-transfer'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loginsOf } from '../../db/logins.ts'
import {
  type MoneyTransferFixtures,
  moneyTransferFixtures,
} from '../../testing/features/money-transfer-fixtures.ts'
import { signIn } from '../../testing/people.ts'

let at: MoneyTransferFixtures
let owner: postgres.Sql
let server: postgres.Sql
let worker: postgres.Sql
beforeAll(async () => {
  at = await moneyTransferFixtures()
  owner = postgres(at.test.database_url, { max: 4, onnotice: () => {} })
  const logins = await loginsOf(at.test.database_url)
  server = postgres(logins.requests, { max: 4, onnotice: () => {} })
  worker = postgres(logins.jobs, { max: 1, onnotice: () => {} })
})
afterAll(async () => {
  for (const sql of [owner, server, worker]) await sql.end()
  await at.close()
})

const roleOf = async (name: string) =>
  (
    await owner<{ role: string }[]>`
      select role_prefix || ${`_${name}`} as role from migrations order by name desc limit 1`
  )[0]?.role as string

/** Runs SQL as this role in the name of this user, as the server's own transactions do; returns the constraint refused by. */
async function as(
  role: 'super' | 'system' | 'customer',
  who: { user_id: number; customer_id?: number } | null,
  work: (tx: postgres.TransactionSql) => Promise<unknown>,
): Promise<string | null> {
  const name = await roleOf(role)
  try {
    await (role === 'system' ? worker : server).begin(async (tx) => {
      await tx`select set_config('saldo.user_id', ${String(who?.user_id ?? '')}, true),
        set_config('saldo.customer_id', ${String(who?.customer_id ?? '')}, true)`
      await tx.unsafe(`set local role ${name}`)
      await work(tx)
    })
    return null
  } catch (error) {
    if (!(error instanceof postgres.PostgresError)) throw error
    return error.constraint_name ?? error.code
  }
}

const approval = (id: number, by: number, requested_by: number) => (tx: postgres.TransactionSql) =>
  tx`
  insert into money_transfer_approvals (money_transfer_id, customer_id, requested_by, approved_by, approved_by_name)
  select money_transfer_id, customer_id, ${requested_by}, ${by}, 'X' from money_transfers where money_transfer_id = ${id}`
const denied = '42501'

describe('PostgreSQL refuses', () => {
  it('the approval of who asked, also when it says that another asked', async () => {
    const { anna, bruno, carla } = at.people
    const id = await at.requested(await at.withMoney(10_000), 1000)
    expect(await as('super', anna, approval(id, anna.user_id, anna.user_id))).toMatch(
      /approved_by_another_person$/,
    )
    // An approval cannot name another requester than the request does: the trigger and the foreign key refuse it.
    expect(await as('super', anna, approval(id, anna.user_id, carla.user_id))).toMatch(
      /another_person|requested_by/,
    )
    expect(await as('super', anna, approval(id, bruno.user_id, anna.user_id))).toBe(
      'money_transfer_approved_by_oneself',
    )
    // Without any trigger, the constraints alone refuse both.
    const bare = (by: number, of: number) =>
      owner
        .begin(async (tx) => {
          await tx`alter table money_transfer_approvals disable trigger is_approved`
          await approval(id, by, of)(tx)
        })
        .then(() => null)
        .catch((error: postgres.PostgresError) => error.constraint_name)
    expect(await bare(anna.user_id, anna.user_id)).toBe('approved_by_another_person')
    expect(await bare(anna.user_id, carla.user_id)).toMatch(/requested_by_fkey$/)
    expect((await at.act(id, 'approve', anna)).body.error).toBe('approved_by_another_person')
    expect(await at.detail(id, anna)).toMatchObject({
      state: 'requested',
      why_not_approve: expect.stringContaining('un’altra persona'),
    })
  })

  it('all but one of many approvals at once', async () => {
    const { bruno, carla } = at.people
    const of = await at.withMoney(10_000)
    const id = await at.requested(of, 1000)
    const tries = await Promise.all([
      ...[bruno, carla, bruno, carla].map((who) => at.act(id, 'approve', who)),
    ])
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const other = await at.requested(of, 1000)
    const direct = await Promise.all(
      [bruno, carla].map((who) => as('super', who, approval(other, who.user_id, at.people.anna.user_id))),
    )
    expect(direct.filter((refusal) => refusal === null)).toHaveLength(1)
    const rows =
      await owner`select from money_transfer_approvals where money_transfer_id in (${id}, ${other})`
    expect(rows).toHaveLength(2)
  })

  it('every change of a request, of who asked and of an approval', async () => {
    const { anna, bruno, carla } = at.people
    const id = await at.requested(await at.withMoney(10_000), 1000)
    const change = (column: string, value: unknown) => (tx: postgres.TransactionSql) =>
      tx`update money_transfers set ${tx({ [column]: value } as never)} where money_transfer_id = ${id}`
    for (const [column, value] of [
      ['requested_by', carla.user_id],
      ['requested_by_name', 'Altra'],
      ['amount', 2000],
      ['iban', 'IT60X0542811101000000123456'],
      ['reason', 'Altro'],
      ['account_id', 1],
      ['expires_at', '2099-01-01'],
    ] as const)
      for (const role of ['super', 'system'] as const)
        expect(
          await as(role, role === 'super' ? bruno : null, change(column, value)),
          `${role} ${column}`,
        ).toBe('money_transfer_request_never_changes')
    expect(await as('super', bruno, change('state', 'approved'))).toBe('money_transfer_needs_approval')
    expect(await as('system', null, change('state', 'sent'))).toBe('money_transfer_moves_forward')
    expect(await as('super', anna, (tx) => tx`delete from money_transfers`)).toBe(denied)
    expect(await as('super', bruno, approval(id, bruno.user_id, anna.user_id))).toBeNull()
    for (const role of ['super', 'system'] as const) {
      expect(
        await as(role, bruno, (tx) => tx`update money_transfer_approvals set approved_by = ${carla.user_id}`),
      ).toBe(denied)
      expect(await as(role, bruno, (tx) => tx`delete from money_transfer_approvals`)).toBe(denied)
    }
    // Not even the owner of the tables.
    await expect(owner`delete from money_transfer_approvals`).rejects.toMatchObject({
      constraint_name: 'money_transfer_approval_is_final',
    })
    await expect(
      owner`update money_transfers set requested_by = ${carla.user_id} where money_transfer_id = ${id}`,
    ).rejects.toMatchObject({ constraint_name: 'money_transfer_request_never_changes' })
  })

  it('requests and approvals of the system and of an office', async () => {
    const { anna, bruno } = at.people
    const of = await at.withMoney(10_000)
    const id = await at.requested(of, 1000)
    const office = await signIn(at.services, 'customer', of.customer_id)
    expect(await as('system', null, approval(id, bruno.user_id, anna.user_id))).toBe(denied)
    expect(await as('customer', office, approval(id, office.user_id, anna.user_id))).toBe(denied)
    const copy = (by: number) => (tx: postgres.TransactionSql) =>
      tx`
      insert into money_transfers (customer_id, account_id, way, provider_account, destination, amount, iban, beneficiary, reason,
        requested_by, requested_by_name)
      select customer_id, account_id, way, provider_account, destination, 1, iban, beneficiary, reason, ${by}, 'X'
      from money_transfers where money_transfer_id = ${id}`
    expect(await as('system', null, copy(anna.user_id))).toBe('money_transfer_needs_a_person')
    expect(await as('customer', office, copy(office.user_id))).toBe(denied)
    expect(await as('super', bruno, copy(anna.user_id))).toBe('money_transfer_begins_as_request')
    expect(await as('super', bruno, copy(bruno.user_id))).toBeNull()
  })

  it('the approval of who was invited by who asked, or invited them, also by a chain', async () => {
    const [anna, between, other, sibling] = [
      await signIn(at.services, 'super_user'),
      await signIn(at.services, 'super_user'),
      await signIn(at.services, 'super_user'),
      await signIn(at.services, 'super_user'),
    ] as const
    // PostgreSQL stores the inviter when the user becomes a super user.
    const invite = async (who: typeof anna, by: typeof anna) => {
      await owner`update users set flag_super_user = false where user_id = ${who.user_id}`
      await owner`
        update users set flag_super_user = true, invited_by = ${by.user_id} where user_id = ${who.user_id}`
    }
    await invite(between, anna)
    await invite(other, between)
    await invite(sibling, anna)
    await owner`update users set state = 'removed' where user_id = ${between.user_id}`
    const of = await at.withMoney(10_000)
    const id = await at.requested(of, 1000, anna)
    expect((await at.act(id, 'approve', other)).body.error).toBe('invited_in_line')
    expect(await as('super', other, approval(id, other.user_id, anna.user_id))).toBe(
      'money_transfer_invited_in_line',
    )
    expect(await at.detail(id, other)).toMatchObject({
      why_not_approve: expect.stringContaining('ha invitato l’altro'),
    })
    const back = await at.requested(of, 1000, other)
    expect((await at.act(back, 'approve', anna)).body.error).toBe('invited_in_line')
    // Two whom the same person invited are two persons.
    expect((await at.act(back, 'approve', sibling)).status).toBe(200)
    expect((await at.act(id, 'approve', at.people.bruno)).status).toBe(200)
    await expect(
      at.services.asSystem((tx) => tx`update users set invited_by = null where user_id = ${other.user_id}`),
    ).rejects.toMatchObject({ constraint_name: 'invited_once' })
  })

  it('the approval of who got into the back office less than 72 hours ago', async () => {
    const late = await signIn(at.services, 'super_user')
    const id = await at.requested(await at.withMoney(10_000), 1000)
    const since = (ago: string) =>
      owner.unsafe(
        `update users set activated_at = now() - interval '${ago}' where user_id = ${late.user_id}`,
      )
    await since('71 hours 50 minutes')
    expect((await at.act(id, 'approve', late)).body.error).toBe('activated_just_now')
    await since('72 hours')
    // A user who chooses their first password is activated at that moment.
    await owner`update users set state = 'invited' where user_id = ${late.user_id}`
    await owner`update users set state = 'active' where user_id = ${late.user_id}`
    expect(await as('super', late, approval(id, late.user_id, at.people.anna.user_id))).toBe(
      'money_transfer_activated_just_now',
    )
    await since('72 hours')
    expect((await at.act(id, 'approve', late)).status).toBe(200)
  })

  it('the approval of who changed the IBAN, and of who set the limits', async () => {
    const { anna, bruno, carla } = at.people
    const of = await at.withMoney(10_000)
    const past = "now() - interval '73 hours'"
    await owner.unsafe(`insert into iban_changes (customer_id, account_id, old_iban, new_iban, state, requested_by,
      requested_by_name, requested_at, decided_by, decided_by_name, decided_at)
      values (${of.customer_id}, ${of.account_id}, 'IT60X0542811101000000123456', '${of.iban}', 'confirmed', ${bruno.user_id}, 'B',
        ${past}, ${carla.user_id}, 'C', ${past})`)
    const id = await at.requested(of, 1000)
    for (const who of [bruno, carla])
      expect((await at.act(id, 'approve', who)).body.error).toBe('changed_the_iban')
    const set = await at.call<{ office_day_limit: number }>('PUT', 'money-transfer-limits', bruno, {
      ...{ customer_id: of.customer_id, office_day_limit: 1500, reason: 'Prova' },
    })
    expect(set.status).toBe(200)
    const other = await at.withMoney(10_000, { customer_id: of.customer_id })
    const second = await at.request(other, 501, anna)
    expect(second).toMatchObject({ status: 409, body: { error: 'office_limit' } })
    const fits = await at.requested(other, 500)
    expect((await at.act(fits, 'approve', bruno)).body.error).toBe('set_the_limits')
    expect((await at.act(fits, 'approve', carla)).status).toBe(200)
  })
})

describe('the rules of time and amount', () => {
  it('no transfer for 72 hours after the IBAN changed, while a change waits, or to a blocked IBAN', async () => {
    const of = await at.withMoney(10_000)
    const change = (ago: string, state = 'confirmed') =>
      owner.unsafe(`insert into iban_changes (customer_id, account_id, old_iban, new_iban, state, requested_by_name, requested_at,
        decided_at, decided_by_name)
        values (${of.customer_id}, ${of.account_id}, null, '${of.iban}', '${state}', 'X', now() - interval '${ago}',
          ${state === 'pending' ? 'null, null' : `now() - interval '${ago}', 'X'`})`)
    await change('71 hours 59 minutes')
    expect((await at.request(of, 1000)).body).toMatchObject({ error: 'iban_new' })
    await owner`update iban_changes set decided_at = now() - interval '72 hours' where account_id = ${of.account_id}`
    expect((await at.request(of, 1000)).status).toBe(201)
    await change('1 hour', 'pending')
    expect((await at.request(of, 1000)).body).toMatchObject({ error: 'iban_pending' })
    await owner`delete from iban_changes where account_id = ${of.account_id}`
    await owner`insert into iban_blacklist ${owner({ iban: of.iban, reason: 'Prova' } as never)}`
    expect((await at.request(of, 1000)).body).toMatchObject({ error: 'iban_blocked' })
    await owner`delete from iban_blacklist where iban = ${of.iban}`
  })

  it('a request that is older than seven days expires, and frees its amount', async () => {
    const of = await at.withMoney(10_000)
    const id = await at.requested(of, 10_000)
    await owner`alter table money_transfers disable trigger moves`
    await owner`update money_transfers set expires_at = now() where money_transfer_id = ${id}`
    await owner`alter table money_transfers enable trigger moves`
    expect(await at.detail(id)).toMatchObject({ state: 'expired' })
    expect(
      await as('super', at.people.bruno, approval(id, at.people.bruno.user_id, at.people.anna.user_id)),
    ).toBe('money_transfer_expired')
    expect(await at.balance(of)).toMatchObject({ movable: 10_000 })
    await at.sweep()
    expect([...(await owner`select state from money_transfers where money_transfer_id = ${id}`)]).toEqual([
      { state: 'expired' },
    ])
  })

  it('a limit holds for a day in Rome, to the cent, and begins again at midnight', async () => {
    const of = await at.withMoney(30_000)
    await owner.begin(async (tx) => {
      await tx`select set_config('saldo.user_id', ${String(at.people.carla.user_id)}, true)`
      await tx`insert into money_transfer_limits (customer_id, office_day_limit, reason, set_by, set_by_name)
        values (${of.customer_id}, 10000, 'Prova', ${at.people.carla.user_id}, 'C')`
    })
    const first = await at.requested(of, 6000)
    expect((await at.request(of, 4001)).body).toMatchObject({ error: 'office_limit' })
    expect((await at.act(first, 'approve', at.people.bruno)).status).toBe(200)
    const second = await at.requested(of, 4000)
    expect((await at.act(second, 'approve', at.people.bruno)).status).toBe(200)
    expect((await at.request(of, 1)).body).toMatchObject({ error: 'office_limit' })
    const at_ = (instant: string) =>
      owner.begin(async (tx) => {
        await tx`alter table money_transfer_approvals disable trigger is_final`
        await tx.unsafe(
          `update money_transfer_approvals set approved_at = ${instant} where money_transfer_id in (${first}, ${second})`,
        )
        await tx`alter table money_transfer_approvals enable trigger is_final`
      })
    // The first instant of today in Rome counts, the one before it does not.
    const midnight = "(today()::timestamp at time zone 'Europe/Rome')"
    await at_(midnight)
    expect((await at.request(of, 1)).body).toMatchObject({ error: 'office_limit' })
    await at_(`${midnight} - interval '1 microsecond'`)
    expect((await at.request(of, 10_000)).status).toBe(201)
  })

  it('money of a shared connected account, of another bank, or paid out automatically is never moved', async () => {
    const shared = await at.withMoney(10_000)
    const twin = await at.condominium({ customer_id: shared.customer_id })
    await owner`update accounts set account_destination = ${shared.destination} where account_id = ${twin.account_id}`
    expect((await at.request(shared, 1000)).body).toMatchObject({ error: 'shared' })
    const other = await at.condominium({ bank: 'IT56B9999999999000000000001' })
    await at.paid(other, 10_000)
    expect((await at.request(other, 1000)).body).toMatchObject({ error: 'other_bank' })
    const pending = await at.condominium()
    await at.paid(pending, 10_000)
    expect(await at.balance(pending)).toMatchObject({
      ...{ balance: 10_000, movable: 0, refusal: null },
      why_not: expect.stringContaining('non è ancora disponibile'),
    })
    expect((await at.request(pending, 1)).body).toMatchObject({ error: 'more_than_movable' })
    await at.stripe.accounts.update(pending.destination, {
      settings: { payouts: { schedule: { interval: 'daily' } } },
    } as never)
    expect((await at.request(pending, 1)).body).toMatchObject({ error: 'automatic' })
  })

  it('moves through the states of the domain’s table, which is PostgreSQL’s', async () => {
    const rows = await owner<{ from_state: string; to_state: string }[]>`
      select from_state, to_state from money_transfer_transitions`
    const wanted = Object.entries(moneyTransferTransitions).flatMap(([from, tos]) =>
      tos.map((to) => `${from} ${to}`),
    )
    expect(rows.map(({ from_state, to_state }) => `${from_state} ${to_state}`).sort()).toEqual(wanted.sort())
  })
})
