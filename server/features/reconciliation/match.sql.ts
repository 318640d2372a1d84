import type { Tx } from '../../db/connection.ts'
import { analyzeWorkTable, makeWorkTable } from '../../db/work-tables.ts'
import type { ProviderAccount } from '../../provider/providers.ts'

/** An arbitrary advisory lock number: only one process at a time compares a provider account's books. */
const COMPARING = 7402

/** The scope of one run: one day in Rome, or one payment. */
export type Scope =
  | { provider_account: ProviderAccount; day: string }
  | { provider_account: ProviderAccount; customer_id: number; payment_id: number }

/**
 * Compares the provider's movements with our attempts, refunds and disputes, and with the ledger. It compares object by
 * object over all their days, so that neither midnight nor a debit that settles late is a difference. Writes new
 * differences, resolves old ones, and sums up all days concerned. All in SQL on sets: a day may have 100,000 movements.
 */
export async function match(tx: Tx, scope: Scope): Promise<void> {
  await tx`select pg_advisory_xact_lock(${COMPARING}, hashtext(${scope.provider_account}))`
  await recognise(tx, scope)
  await collectObjects(tx, scope)
  if ('day' in scope && (await isQuiet(tx, scope))) {
    await noteDay(tx, scope)
    return
  }
  await weigh(tx, scope.provider_account)
  await collectDays(tx, scope)
  await writeItems(tx, scope.provider_account)
  await resolveItems(tx, scope)
  await writeDays(tx, scope.provider_account, 'day' in scope ? undefined : scope.customer_id)
}

/**
 * Finds the attempt of each movement: by its intent, by its charge, or by metadata if the attempt never got an answer.
 */
async function recognise(tx: Tx, { provider_account, ...scope }: Scope): Promise<void> {
  // Transfers name no intent. Few movements are without an attempt at this point.
  const which =
    'day' in scope
      ? tx`and m.day = ${scope.day}`
      : tx`and (m.payment_intent in (${intentsOf(tx, scope)}) or m.class in ('transfer', 'connected'))`
  const ways = [
    tx`t.provider_object = m.payment_intent`,
    tx`t.provider_charge = m.charge_id`,
    tx`t.attempt_id = m.claimed_attempt_id and (t.provider_object is null or m.class = 'transfer')`,
  ]
  for (const way of ways)
    await tx`
      update provider_movements m
      set customer_id = t.customer_id, account_id = p.account_id, payment_id = t.payment_id
      from payment_attempts t
      join payments p on p.customer_id = t.customer_id and p.payment_id = t.payment_id
      where m.provider_account = ${provider_account} and m.class <> 'other' and m.payment_id is null ${which}
        and t.provider_account = m.provider_account and ${way}`
  const unknown = tx`
    m.provider_account = ${provider_account} and m.class in ('transfer', 'connected') and m.payment_id is null ${which}`
  await tx`
    update provider_movements m set customer_id = e.customer_id, account_id = e.account_id, payment_id = e.payment_id
    from ledger_entries e
    where ${unknown} and e.payment_id is not null
      and e.source in ('transfer:' || m.part_of, 'transfer_reversal:' || m.part_of, 'application_fee:' || m.part_of)`
  // Through a known movement of the same transfer, fee or payment.
  for (const same of [tx`k.part_of = m.part_of`, tx`k.book = m.book and k.charge_id = m.charge_id`])
    await tx`
      update provider_movements m set customer_id = k.customer_id, account_id = k.account_id, payment_id = k.payment_id
      from provider_movements k
      where ${unknown} and k.provider_account = m.provider_account and k.payment_id is not null and ${same}`
}

const intentsOf = (tx: Tx, { customer_id, payment_id }: { customer_id: number; payment_id: number }) => tx`
  select t.provider_object from payment_attempts t
  where t.customer_id = ${customer_id} and t.payment_id = ${payment_id} and t.provider_object is not null`

/**
 * The objects to compare: a payment's money that came (`charge`), was refunded (`refund`), disputed (`dispute`),
 * transferred (`transfer`), and received by the connected account (`connected`).
 */
async function collectObjects(tx: Tx, scope: Scope): Promise<void> {
  await makeWorkTable(tx, 'compared')
  if ('day' in scope) await collectDay(tx, scope)
  else
    await tx`
      insert into compared
      select ${scope.customer_id}::bigint, ${scope.payment_id}::bigint, unnest(array['charge', 'refund', 'dispute', 'transfer', 'connected'])`
  await analyzeWorkTable(tx, 'compared')
}

/** Whether no book has anything on this day, and no row is stored for it: true for most days of a small account. */
async function isQuiet(tx: Tx, { provider_account, day }: { provider_account: string; day: string }) {
  const [row] = await tx`
    select exists (select from compared)
      or exists (select from provider_movements where provider_account = ${provider_account} and day = ${day} and class <> 'other')
      or exists (select from reconciliation_items where provider_account = ${provider_account} and day = ${day})
      or exists (select from reconciliation_days where provider_account = ${provider_account} and day = ${day}) as busy`
  return !row?.busy
}

async function collectDay(tx: Tx, { provider_account, day }: { provider_account: string; day: string }) {
  const from = tx`${day}::date::timestamp at time zone 'Europe/Rome'`
  const to = tx`(${day}::date + 1)::timestamp at time zone 'Europe/Rome'`
  await tx`
    insert into compared
    select customer_id, payment_id, class from provider_movements
    where provider_account = ${provider_account} and day = ${day} and payment_id is not null and class <> 'other'
    union
    select customer_id, payment_id, 'charge' from payments
    where provider_account = ${provider_account} and settled_at >= ${from} and settled_at < ${to}
    union
    select e.customer_id, e.payment_id, ${classOf(tx)} from ledger_entries e
    join payments p on p.customer_id = e.customer_id and p.payment_id = e.payment_id
    where e.at >= ${from} and e.at < ${to} and p.provider_account = ${provider_account} and ${classOf(tx)} is not null
    union
    select e.customer_id, e.payment_id, 'connected' from ledger_entries e
    join payments p on p.customer_id = e.customer_id and p.payment_id = e.payment_id
    where e.at >= ${from} and e.at < ${to} and p.provider_account = ${provider_account} and e.kind in (${passedOn(tx)})
    union
    select t.customer_id, t.payment_id, c.class from payments p
    join payment_attempts t on t.customer_id = p.customer_id and t.payment_id = p.payment_id and t.transfer_booked = false
    cross join (values ('transfer'), ('connected')) c (class)
    where p.provider_account = ${provider_account} and p.settled_at >= ${from} and p.settled_at < ${to}
    union
    select customer_id, payment_id, class from reconciliation_items
    where provider_account = ${provider_account} and day = ${day} and payment_id is not null and state <> 'resolved'`
}

/**
 * The class of object that a ledger entry concerns; entries posted by a reconciliation name it in their source. Null:
 * no money at the provider.
 */
const classOf = (tx: Tx) => tx`
  case
    when e.source like 'reconciliation:%' then split_part(e.source, ':', 2)
    when e.kind in ('collection', 'collection_fee', 'adjustment') then 'charge'
    when e.kind in ('refund', 'refund_failed') then 'refund'
    when e.kind in (${passedOn(tx)}) then 'transfer'
    when e.kind in ('return', 'return_fee', 'dispute', 'dispute_fee', 'dispute_won', 'dispute_lost') then 'dispute'
  end`

const passedOn = (tx: Tx) => tx`'transfer', 'transfer_reversed', 'application_fee', 'application_fee_back'`

/** Each object with its amounts in each book, and what is wrong with it. */
async function weigh(tx: Tx, provider_account: ProviderAccount): Promise<void> {
  await makeWorkTable(tx, 'found')
  await tx`
    insert into found (object, kind, class, day, customer_id, account_id, payment_id, movement_id, provider_object,
      provider_amount, our_amount, ledger_amount, difference)
    with theirs as (
      select m.customer_id, m.payment_id, m.class, sum(m.amount)::bigint as amount, sum(m.fee)::bigint as fee,
        max(m.day) as day, max(m.movement_id) as movement_id, bool_or(m.pending) as pending
      from compared c
      join provider_movements m using (customer_id, payment_id, class)
      where m.provider_account = ${provider_account}
      group by 1, 2, 3
    ), ours as (
      select c.customer_id, c.payment_id, c.class, p.account_id,
        (coalesce(p.settled_at, p.created_at) at time zone 'Europe/Rome')::date as day,
        max(coalesce(t.provider_object, t.provider_charge)) as provider_object,
        coalesce(bool_or(t.state in ('recorded', 'created', 'requires_action', 'processing', 'unknown')), false) as open,
        case c.class
          when 'charge' then coalesce(sum((t.request ->> 'amount')::bigint)
            filter (where t.state in ('succeeded', 'returned', 'disputed', 'refunded')), 0)
          -- The ledger's amount is added below; until it has the transfer, the requested amount counts.
          when 'transfer' then coalesce(-sum((t.request ->> 'amount')::bigint) filter (where t.transfer_booked = false), 0)
          when 'connected' then coalesce(sum((t.request ->> 'amount')::bigint) filter (where t.transfer_booked = false), 0)
          when 'refund' then (
            select coalesce(-sum(r.amount), 0) from refunds r
            where r.customer_id = p.customer_id and r.payment_id = p.payment_id and r.way = 'provider'
              and r.provider_account = ${provider_account} and r.state in ('pending', 'requires_action', 'succeeded'))
          else (
            select coalesce(-sum(d.amount), 0) from disputes d
            where d.customer_id = p.customer_id and d.payment_id = p.payment_id and d.taken and d.state <> 'won'
              and d.provider_account = ${provider_account})
        end::bigint as amount
      from compared c
      join payments p using (customer_id, payment_id)
      left join payment_attempts t on t.customer_id = p.customer_id and t.payment_id = p.payment_id
        and t.provider_account = ${provider_account}
      group by 1, 2, 3, p.customer_id, p.payment_id
    ), ledger as (
      select e.customer_id, e.payment_id, b.class,
        (sum(l.amount) filter (where l.ledger_account = b.ledger_account))::bigint as transit,
        -- The platform pays the provider's fee of payments that go on to a connected account.
        coalesce(sum(l.amount) filter (where b.class <> 'connected' and (l.ledger_account = 'collection_fees'
          or l.ledger_account = 'platform' and e.kind in ('collection_fee', 'adjustment'))), 0)::bigint as fee,
        max((e.at at time zone 'Europe/Rome')::date) as day
      from (select distinct customer_id, payment_id from compared) c
      join ledger_entries e using (customer_id, payment_id)
      join ledger_lines l on l.customer_id = e.customer_id and l.entry_id = e.entry_id
        and l.ledger_account in ('provider_transit', 'collection_fees', 'connected_balance', 'platform')
      cross join lateral (values (${classOf(tx)}, 'provider_transit'), ('connected', 'connected_balance')) b (class, ledger_account)
      group by 1, 2, 3
    ), figures as (
      select o.customer_id, o.payment_id, o.class, o.account_id, o.provider_object, m.movement_id,
        coalesce(m.day, l.day, o.day) as day, m.movement_id is not null as known,
        coalesce(m.pending, false) and o.open as under_way,
        coalesce(m.amount, 0) as provider_amount, coalesce(m.fee, 0) as provider_fee,
        o.amount + case when o.class in ('transfer', 'connected') then coalesce(l.transit, 0) else 0 end as our_amount,
        coalesce(l.transit, 0) + coalesce(l.fee, 0) as ledger_amount, coalesce(l.fee, 0) as ledger_fee
      from ours o
      left join theirs m using (customer_id, payment_id, class)
      left join ledger l using (customer_id, payment_id, class)
    ), wrong as (
      select *, case
          when under_way then null
          when not known and (our_amount <> 0 or ledger_amount <> 0) then 'not_there'
          when provider_amount = our_amount and our_amount = ledger_amount then null
          when our_amount = 0 and provider_amount <> 0 then 'not_here'
          when provider_amount <> our_amount then 'amount_differs'
          when abs(ledger_amount) < abs(our_amount) then 'ledger_missing'
          else 'ledger_duplicate'
        end as kind
      from figures
    )
    select 'payment:' || payment_id || ':' || class as object, kind, class, day, customer_id, account_id, payment_id,
      movement_id, provider_object, provider_amount, our_amount, ledger_amount,
      case kind
        when 'not_there' then -coalesce(nullif(our_amount, 0), ledger_amount)
        when 'ledger_missing' then provider_amount - ledger_amount
        when 'ledger_duplicate' then provider_amount - ledger_amount
        else provider_amount - our_amount
      end as difference
    from wrong where kind is not null
    union all
    select 'payment:' || payment_id || ':' || class, 'fee_differs', class, day, customer_id, account_id, payment_id,
      movement_id, provider_object, provider_fee, ledger_fee, ledger_fee, provider_fee - ledger_fee
    from wrong
    where known and not under_way and kind is distinct from 'not_here' and provider_fee <> ledger_fee`
}

/** Days to recompute: compared day, old and new day of each item. */
async function collectDays(tx: Tx, scope: Scope): Promise<void> {
  const { provider_account } = scope
  if ('day' in scope)
    await tx`
      insert into found
      select 'provider:' || ${passedOnClass(tx, 'm')} || ${objectOf(tx, 'm')}, 'nobody', min(m.class), min(m.day),
        null::bigint, null::bigint, null::bigint, min(m.movement_id), ${objectOf(tx, 'm')},
        sum(m.amount)::bigint, 0, 0, sum(m.amount)::bigint
      from provider_movements m
      where m.provider_account = ${provider_account} and m.class <> 'other' and m.payment_id is null
        and ${objectOf(tx, 'm')} in (
          select ${objectOf(tx, 'd')} from provider_movements d
          where d.provider_account = ${provider_account} and d.day = ${scope.day} and d.class <> 'other'
            and d.payment_id is null)
      group by ${passedOnClass(tx, 'm')}, ${objectOf(tx, 'm')}
      having sum(m.amount) <> 0`
  await makeWorkTable(tx, 'days')
  await tx`
    insert into days (day)
    select day from found
    union
    select m.day from compared c join provider_movements m using (customer_id, payment_id, class)
    where m.provider_account = ${provider_account}
    union
    select i.day from compared c join reconciliation_items i using (customer_id, payment_id, class)
    where i.provider_account = ${provider_account} and i.state <> 'resolved'
    ${'day' in scope ? tx`union select ${scope.day}::date` : tx``}`
  if ('day' in scope) await noteDay(tx, scope)
}

/** The provider's id of the object that a movement without attempt concerns. */
const objectOf = (tx: Tx, of: 'm' | 'd') =>
  tx`coalesce(${tx(of)}.payment_intent, ${tx(of)}.charge_id, ${tx(of)}.part_of, ${tx(of)}.movement_id)`

/** Transferred money is a class of its own: it does not offset the charge. */
const passedOnClass = (tx: Tx, of: 'm') =>
  tx`case when ${tx(of)}.class in ('transfer', 'connected') then ${tx(of)}.class || ':' else '' end`

async function noteDay(tx: Tx, { provider_account, day }: { provider_account: string; day: string }) {
  await tx`
    insert into reconciled_days (provider_account, day) values (${provider_account}, ${day})
    on conflict (provider_account, day) do update set checked_at = now()`
}

/** An explanation stays valid while the difference is unchanged. A resolved item that differs again is reopened. */
async function writeItems(tx: Tx, provider_account: ProviderAccount): Promise<void> {
  await tx`
    insert into reconciliation_items as i (provider_account, object, kind, class, day, customer_id, account_id, payment_id,
      movement_id, provider_object, provider_amount, our_amount, ledger_amount, difference)
    select ${provider_account}, object, kind, class, day, customer_id, account_id, payment_id, movement_id, provider_object,
      provider_amount, our_amount, ledger_amount, difference
    from found
    on conflict (provider_account, object, kind) do update
    set day = excluded.day, customer_id = excluded.customer_id, account_id = excluded.account_id,
      payment_id = excluded.payment_id, movement_id = excluded.movement_id, provider_object = excluded.provider_object,
      provider_amount = excluded.provider_amount, our_amount = excluded.our_amount, ledger_amount = excluded.ledger_amount,
      difference = excluded.difference, resolved_at = null,
      state = case when i.state = 'explained' and i.difference = excluded.difference then 'explained' else 'open' end,
      opened = i.opened + (i.state = 'resolved' or i.difference <> excluded.difference)::int`
}

async function resolveItems(tx: Tx, scope: Scope): Promise<void> {
  const { provider_account } = scope
  const gone = tx`
    update reconciliation_items i set state = 'resolved', resolved_at = now()
    where i.provider_account = ${provider_account} and i.state <> 'resolved'
      and not exists (select from found f where f.object = i.object and f.kind = i.kind)`
  await tx`${gone} and (i.customer_id, i.payment_id, i.class) in (select customer_id, payment_id, class from compared)`
  // Movements that had no attempt and have one now, or were returned.
  await tx`
    ${gone} and i.kind = 'nobody'
      and ${'day' in scope ? tx`i.day = ${scope.day}` : tx`i.provider_object in (${intentsOf(tx, scope)})`}`
}

/** Sums up one day again when only the states of its items have changed. */
export async function sumUpDay(
  tx: Tx,
  of: { provider_account: ProviderAccount; day: string; customer_id: number | null },
): Promise<void> {
  const { provider_account, day, customer_id } = of
  await tx`select pg_advisory_xact_lock(${COMPARING}, hashtext(${provider_account}))`
  await makeWorkTable(tx, 'days')
  await tx`insert into days (day) values (${day})`
  await writeDays(tx, provider_account, customer_id)
}

/**
 * Writes each day's sums per condominium: the provider's movements, and the differences of the other books. Only for
 * one customer if named (null: without customer).
 */
async function writeDays(
  tx: Tx,
  provider_account: ProviderAccount,
  customer_id: number | null | undefined,
): Promise<void> {
  const whose =
    customer_id === undefined ? tx`` : tx`and customer_id is not distinct from ${customer_id}::bigint`
  await tx`
    insert into reconciliation_days as d (provider_account, day, customer_id, account_id, movements, provider_amount,
      provider_fee, our_amount, ledger_amount, ledger_fee, unexplained, open_items)
    select ${provider_account}, day, customer_id, account_id, sum(movements), sum(amount), sum(fee), sum(amount + ours),
      sum(amount + ledger), sum(fee + ledger_fee), sum(gap), sum(open)
    from (
      select day, customer_id, account_id, 1 as movements, amount, fee, 0::bigint as ours, 0::bigint as ledger,
        0::bigint as ledger_fee, 0::bigint as gap, 0 as open
      from provider_movements
      where provider_account = ${provider_account} and class <> 'other' and day in (select day from days) ${whose}
      union all
      select day, customer_id, account_id, 0, 0, 0,
        case when kind <> 'fee_differs' then our_amount - provider_amount else 0 end,
        case when kind <> 'fee_differs' then ledger_amount - provider_amount else 0 end,
        case when kind = 'fee_differs' then ledger_amount - provider_amount else 0 end,
        case when state = 'open' then gap else 0 end, (state = 'open')::int
      from reconciliation_items
      where provider_account = ${provider_account} and state <> 'resolved' and day in (select day from days) ${whose}
    ) parts
    group by day, customer_id, account_id
    on conflict (provider_account, day, customer_id, account_id) do update
    set movements = excluded.movements, provider_amount = excluded.provider_amount, provider_fee = excluded.provider_fee,
      our_amount = excluded.our_amount, ledger_amount = excluded.ledger_amount, ledger_fee = excluded.ledger_fee,
      unexplained = excluded.unexplained, open_items = excluded.open_items, checked_at = now()`
  await tx`
    delete from reconciliation_days
    where provider_account = ${provider_account} and day in (select day from days) ${whose} and checked_at < now()`
}
