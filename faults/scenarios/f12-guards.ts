import Stripe from 'stripe'
import { connect, type Sql } from '../../server/db/connection.ts'
import { type Bill, makeBills } from '../bills.ts'
import { type InProcessServer, startInProcessServer } from '../in-process-server.ts'
import { examine } from '../oracle.ts'
import { newKey } from '../payers.ts'
import { type Database, nameOf } from '../processes/database.ts'
import { accounts, type Provider, startProvider } from '../processes/provider.ts'
import type { Scenario } from '../scenario.ts'

/**
 * Removes the database's guards one by one. The same attack runs on two copies of a database with a paid bill: with the
 * guard it must leave no trace, without it the oracle must find it. The product checks most of this earlier and is
 * idempotent, so attacks write to the database directly, like a second process that read before the first one wrote.
 */
export const f12: Scenario = {
  name: 'F12',
  title: 'each guard removed in turn',
  run: async ({ database }) => {
    const provider = await startProvider()
    const ground = await prepareGuardTest(database, provider)
    let missed = 0
    const violations: string[] = []
    try {
      for (const guard of guards) {
        const inForce = await attackOn(database, provider, ground, guard, false)
        const removed = await attackOn(database, provider, ground, guard, true)
        if (removed.length > 0) missed += 1
        else violations.push(`${guard.name}: removed, and nobody noticed`)
        violations.push(...inForce.map((sentence) => `${guard.name}, in force: ${sentence}`))
      }
      return { figures: { guards: guards.length, 'missed when removed': missed }, violations }
    } finally {
      await database.drop(ground.url)
      await provider.stop()
    }
  },
}

type Ground = { url: string; paid: Bill; open: Bill }

/** A database with one bill paid by card and others unpaid, and without connections. */
async function prepareGuardTest(database: Database, provider: Provider): Promise<Ground> {
  const url = await database.clone()
  const kept: Database = { ...database, drop: async () => {} }
  const inside = await startInProcessServer(kept, url, provider.url)
  const [paid, open] = (await makeBills(inside.owner, 6)) as [Bill, Bill]
  await pay(inside, paid)
  await inside.rest()
  await inside.close()
  return { url, paid, open }
}

async function pay(inside: InProcessServer, bill: Bill, key = newKey()) {
  return inside.call({
    method: 'POST',
    url: `/v1/stripe/charge/${bill.token}`,
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    payload: JSON.stringify({ payment_method: 'CARD', payment_method_id: 'pm_card_visa' }),
  })
}

type Attack = (with_: {
  owner: Sql
  inside: InProcessServer
  provider: Provider
  ground: Ground
}) => Promise<unknown>
type Guard = {
  name: string
  /** How the guard is removed: by SQL, or by changing what the provider is sent. */
  remove: string | ((inside: InProcessServer) => void)
  attack: Attack
  /** What to check besides the oracle. */
  also?: (provider: Provider, owner: Sql) => Promise<string[]>
}

/** Attacks a fresh copy of the database and returns what is found afterwards. */
async function attackOn(
  database: Database,
  provider: Provider,
  ground: Ground,
  guard: Guard,
  removed: boolean,
): Promise<string[]> {
  const url = await database.clone(nameOf(ground.url))
  const owner = connect(url, { max: 2 })
  if (removed && typeof guard.remove === 'string') await owner.unsafe(guard.remove)
  const inside = await startInProcessServer(database, url, provider.url)
  try {
    if (removed && typeof guard.remove === 'function') guard.remove(inside)
    await guard.attack({ owner, inside, provider, ground })
    return [
      ...(await examine(owner, provider, { quiet: false })),
      ...((await guard.also?.(provider, owner)) ?? []),
    ]
  } finally {
    await owner.end()
    await inside.close()
  }
}

/** Writes that the guard should refuse: the error does not matter, only what is left behind. */
async function tryTo(owner: Sql, ...statements: string[]): Promise<void> {
  for (const statement of statements) await owner.unsafe(statement).catch(() => {})
}

/** Two attempts hold the same instalment, each written as if it were the only one. */
const holdTwice = ({ paid, open }: Ground) => `
  with held as (
    insert into attempt_instalments (attempt_id, instalment_id, customer_id, bill_id, amount)
    select t.attempt_id, i.instalment_id, i.customer_id, i.bill_id, 1
    from bill_instalments i, payment_attempts t where i.bill_id = ${open.bill_id} and t.bill_id = ${paid.bill_id}
    limit 1 returning instalment_id
  )
  update bill_instalments set pending = pending + 1 where instalment_id in (select instalment_id from held)`

const anotherAttempt = ({ paid }: Ground) => `
  insert into payment_attempts (customer_id, bill_id, payment_id, provider_account, request, state, next_check_at)
  select customer_id, bill_id, payment_id, provider_account, request, 'failed', null from payment_attempts
  where bill_id = ${paid.bill_id}`

const guards: Guard[] = [
  {
    name: 'unique index one_open_attempt_per_instalment',
    remove: 'drop index one_open_attempt_per_instalment',
    attack: async ({ owner, ground }) => {
      await tryTo(owner, holdTwice(ground), anotherAttempt(ground))
      await tryTo(
        owner,
        holdTwice(ground).replace('limit 1', 'order by t.attempt_id desc, i.instalment_id limit 1'),
      )
    },
  },
  {
    name: 'unique index one_payment_per_form',
    remove: 'drop index one_payment_per_form',
    attack: async ({ owner, ground }) => {
      const twice = `
        insert into payments (customer_id, account_id, bill_id, subject_id, method, amount, idempotency_key, state)
        select customer_id, account_id, bill_id, subject_id, 'CARD', amount, 'form_pressed_twice', 'failed' from bills
        where bill_id = ${ground.open.bill_id}`
      await tryTo(owner, twice, twice)
    },
  },
  {
    name: 'unique index one_attempt_per_provider_object',
    remove: 'drop index one_attempt_per_provider_object',
    attack: async ({ owner, ground }) =>
      tryTo(
        owner,
        anotherAttempt(ground),
        `update payment_attempts t set provider_object = o.provider_object from payment_attempts o
         where o.bill_id = ${ground.paid.bill_id} and o.provider_object is not null and t.provider_object is null`,
      ),
  },
  {
    name: 'primary key of provider_events',
    remove: 'alter table provider_events drop constraint provider_events_pkey',
    attack: async ({ inside }) => {
      for (let times = 0; times < 3; times += 1) await inside.call(letter())
    },
  },
  {
    name: 'unique dedupe_key of mails',
    remove: 'alter table emails drop constraint emails_dedupe_key_key',
    attack: async ({ owner }) => {
      const twice = `
        insert into emails (template, to_address, subject, html, text, dedupe_key)
        values ('receipt', 'lucia@example.it', '', '', '', 'receipt:0')`
      await tryTo(owner, twice, twice)
    },
  },
  {
    name: 'idempotency key of create',
    remove: (inside) => withoutKeys(inside),
    attack: async ({ inside, provider, ground }) => {
      // The answer is lost, twice because the SDK retries a broken connection; then the sweep polls.
      await provider.misbehave([
        { kind: 'reset', rate: 1, times: 2, processed: true, path: '/v1/payment_intents', method: 'POST' },
      ])
      await pay(inside, ground.open)
      await provider.heal()
      await inside.rest()
    },
    also: async (provider, owner) => {
      const [attempt] = await owner`select max(attempt_id) as id from payment_attempts`
      const made = await provider.stripe.paymentIntents.list({ limit: 20 })
      const ofIt = made.data.filter(({ metadata }) => metadata.attempt_id === String(attempt?.id))
      const fresh = ofIt.filter(({ id }) => !seen.has(id))
      for (const { id } of ofIt) seen.add(id)
      return fresh.length > 1
        ? [`attempt ${attempt?.id} was created ${fresh.length} times at the provider`]
        : []
    },
  },
  {
    name: 'transition trigger of attempts',
    remove: 'alter table payment_attempts disable trigger attempt_moves_forward',
    attack: async ({ owner, ground }) =>
      tryTo(owner, `update payment_attempts set state = 'failed' where bill_id = ${ground.paid.bill_id}`),
  },
  {
    name: 'check never_more_than_due',
    remove: 'alter table bill_instalments drop constraint never_more_than_due',
    attack: async ({ owner, ground }) => {
      const pay = `update bill_instalments set settled = settled + amount where bill_id = ${ground.open.bill_id}`
      await tryTo(owner, pay)
      await tryTo(owner, pay)
      // The attack settled this without a payment; undo it before the check.
      await owner.unsafe(
        `update bill_instalments set settled = settled - amount where bill_id = ${ground.open.bill_id}`,
      )
    },
  },
  {
    name: 'check never_refund_more',
    remove: 'alter table payments drop constraint never_refund_more',
    attack: async ({ owner, ground }) => {
      const reserve = `update payments set refunding = refunding + amount where bill_id = ${ground.paid.bill_id}`
      await tryTo(owner, reserve, reserve)
    },
  },
  {
    name: 'unique index one_refund_per_form',
    remove: 'drop index one_refund_per_form',
    attack: async ({ owner, ground }) => {
      const twice = `
        insert into refunds (customer_id, payment_id, amount, way, state, reason, actor, idempotency_key)
        select customer_id, payment_id, 100, 'outside', 'failed', 'duplicate', 'attack', 'form_pressed_twice' from payments
        where bill_id = ${ground.paid.bill_id}`
      await tryTo(owner, twice, twice)
    },
  },
  {
    name: 'unique index one_current_allocation',
    remove: 'drop index one_current_allocation',
    attack: async ({ owner, ground }) =>
      tryTo(
        owner,
        `insert into payment_allocations (customer_id, payment_id, version, rule, actor)
         select customer_id, payment_id, version + 1, 'manual', 'attack' from payment_allocations
         where payment_id in (select payment_id from payments where bill_id = ${ground.paid.bill_id})`,
      ),
  },
  {
    name: 'unique (source, kind) of the ledger',
    remove: 'alter table ledger_entries drop constraint ledger_entries_source_kind_key',
    attack: async ({ owner, ground }) =>
      tryTo(
        owner,
        `with again as (
           insert into ledger_entries (customer_id, account_id, bill_id, payment_id, kind, source, description)
           select customer_id, account_id, bill_id, payment_id, kind, source, description from ledger_entries
           where bill_id = ${ground.paid.bill_id} and kind = 'collection'
           returning customer_id, entry_id
         )
         insert into ledger_lines (customer_id, entry_id, ledger_account, amount, bill_id)
         select customer_id, entry_id, account, amount, bill_id from again,
           (values ('provider_transit', 100, null), ('receivables', -100, ${ground.paid.bill_id})) as l (account, amount, bill_id)`,
      ),
  },
  {
    name: 'sum-zero trigger of the ledger',
    remove: `alter table ledger_entries disable trigger sums_to_zero; alter table ledger_lines disable trigger sums_to_zero`,
    attack: async ({ owner, ground }) =>
      tryTo(
        owner,
        `with lame as (
           insert into ledger_entries (customer_id, account_id, kind, source, description)
           select customer_id, account_id, 'collection_fee', 'attack', 'Mezza scrittura' from bills
           where bill_id = ${ground.open.bill_id} returning customer_id, entry_id
         )
         insert into ledger_lines (customer_id, entry_id, ledger_account, amount)
         select customer_id, entry_id, 'collection_fees', 250 from lame`,
      ),
  },
  {
    name: 'check cancelled_holds_no_money',
    remove: 'alter table bills drop constraint cancelled_holds_no_money',
    attack: async ({ owner, ground }) =>
      tryTo(owner, `update bills set status = 'cancelled' where bill_id = ${ground.paid.bill_id}`),
  },
  {
    name: 'trigger receivables_follow_bills',
    remove: 'alter table bills disable trigger receivables_follow_bills',
    attack: async ({ owner, ground }) =>
      tryTo(owner, `update bills set status = 'cancelled' where bill_id = ${ground.open.bill_id}`),
  },
  {
    name: 'append-only trigger of the ledger',
    remove: `alter table ledger_lines disable trigger append_only; alter table ledger_entries disable trigger append_only`,
    attack: async ({ owner }) =>
      tryTo(
        owner,
        `update ledger_lines set amount = amount * 2`,
        `delete from ledger_lines`,
        `delete from ledger_entries`,
      ),
  },
]

const seen = new Set<string>()

function withoutKeys(inside: InProcessServer): void {
  for (const account of inside.services.providers.configured) {
    const { paymentIntents } = inside.services.providers.get(account).stripe
    const create = paymentIntents.create.bind(paymentIntents)
    Object.assign(paymentIntents, { create: (params: Stripe.PaymentIntentCreateParams) => create(params) })
  }
}

function letter() {
  const payload = JSON.stringify({
    id: 'evt_thrice',
    object: 'event',
    type: 'payment_intent.succeeded',
    created: Math.floor(Date.now() / 1000),
    data: { object: { id: 'ch_nobody', object: 'something_else' } },
  })
  const secret = accounts.stripe.webhook
  return {
    method: 'POST' as const,
    url: '/v1/stripe/webhook/stripe',
    headers: {
      'content-type': 'application/json',
      'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret }),
    },
    payload,
  }
}
