import { addDays, type Day } from '@saldo/domain/dates'
import type { Credit, KnownBill, KnownFacts, Share } from '@saldo/domain/transfers/known-facts'
import { nameKeys } from '@saldo/domain/transfers/payer-name'
import {
  keysOfReferences,
  referenceKey,
  writtenCodes,
  writtenReferences,
} from '@saldo/domain/transfers/written-references'
import type { Tx } from '../../db/connection.ts'

type CreditOfPayer = Credit & { party_iban: string | null }
type FoundBill = KnownBill & { account_name: string }

/** Bills of one amount in one condominium that are compared by name; beyond, a payer is found by the whole name alone. */
const mostOfOneAmount = 200

export type Facts = {
  of: (credit: CreditOfPayer) => KnownFacts
  /** Shares were settled: what is known of these bills follows. */
  settled: (shares: readonly Share[]) => void
}

/**
 * Everything that these credits of one condominium may name or pay, in a few set-based queries: the bills of the references
 * in their texts and the other open bills of their holders, open bills of their amounts, and open bills of their payers, found
 * by tax code, name and learned IBAN.
 */
export async function factsAround(
  tx: Tx,
  { customer_id, account_id }: { customer_id: number; account_id: number },
  credits: readonly CreditOfPayer[],
): Promise<Facts> {
  const keys = unique(credits.flatMap((credit) => keysOf(credit)))
  const slips = unique(credits.flatMap(slipBillsOf))
  const amounts = unique(credits.map(({ amount }) => amount))
  const codes = unique(credits.flatMap(writtenCodes))
  const names = unique(credits.flatMap(({ party_name }) => nameKeys(party_name ?? '')))
  const ibans = unique(credits.flatMap(({ party_iban }) => party_iban ?? []))

  const people = await tx<{ subject_id: number; fiscal_code: string | null; name_key: string }[]>`
    select subject_id, fiscal_code, name_key from subjects
    where customer_id = ${customer_id} and fiscal_code = any(${codes}::text[])
    union
    select subject_id, fiscal_code, name_key from subjects
    where customer_id = ${customer_id} and name_key = any(${names}::text[])`
  const rules = await tx<{ party_iban: string; subject_id: number }[]>`
    select party_iban, subject_id from payer_rules
    where customer_id = ${customer_id} and account_id = ${account_id} and party_iban = any(${ibans}::text[])
    order by rule_id desc`
  const payers = unique([...people, ...rules].map(({ subject_id }) => subject_id))
  const found = await tx<FoundBill[]>`
    with named as materialized (
      select bills_of_references(${customer_id}, ${keys}::text[]) as bill_id
      union
      select o.bill_id from bills o
      where o.customer_id = ${customer_id} and o.bill_id = any(${slips}::bigint[]))
    select b.bill_id, b.number, b.subject_id, s.nominative as holder, s.fiscal_code, b.residue, b.pending, b.phase,
      b.issue_date, b.next_due_date as due_date, b.account_id, a.name as account_name,
      case when b.bill_id = any(${slips}::bigint[]) then coalesce((
        select json_agg(asked.amount) from (
          select sum(sum(i.amount - i.settled)) over (order by i.due_date)::bigint as amount
          from bill_instalments i
          where i.customer_id = b.customer_id and i.bill_id = b.bill_id and i.settled < i.amount
          group by i.due_date) asked), '[]') else '[]' end as slip_amounts,
      case when b.bill_id in (select bill_id from named) then coalesce((
        select json_agg(json_build_object('position', i.position, 'left', i.amount - i.settled) order by i.position)
        from bill_instalments i
        where i.customer_id = b.customer_id and i.bill_id = b.bill_id and i.settled < i.amount), '[]')
        else '[]' end as instalments
    from bills b
    join subjects s on s.customer_id = b.customer_id and s.subject_id = b.subject_id
    join accounts a on a.customer_id = b.customer_id and a.account_id = b.account_id
    where b.customer_id = ${customer_id} and b.bill_id in (
      select bill_id from named
      union
      select same.bill_id from unnest(${amounts}::bigint[]) as wanted (amount)
      cross join lateral (
        select o.bill_id from bills o
        where o.customer_id = ${customer_id} and o.account_id = ${account_id} and o.residue = wanted.amount
          and o.residue > 0
        order by o.bill_id limit ${mostOfOneAmount}) same
      union
      select o.bill_id from bills o
      where o.customer_id = ${customer_id}
        and o.subject_id in (
          select unnest(${payers}::bigint[])
          union
          select h.subject_id from named join bills h on h.customer_id = ${customer_id} and h.bill_id = named.bill_id)
        and o.account_id = ${account_id} and o.residue > 0)
    order by b.bill_id`
  const registered = await registeredTransfers(tx, { customer_id, account_id }, credits)

  const here = found.filter((bill) => bill.account_id === account_id)
  const elsewhere = found.filter((bill) => bill.account_id !== account_id)
  const byId = new Map(found.map((bill) => [bill.bill_id, bill]))
  const byKey = grouped(here, ({ number }) => referenceKey(number))
  const elsewhereByKey = grouped(elsewhere, ({ number }) => referenceKey(number))
  const bySubject = grouped(here, ({ subject_id }) => subject_id)
  const byCode = grouped(people, ({ fiscal_code }) => fiscal_code ?? '')
  const byName = grouped(people, ({ name_key }) => name_key)
  const byIban = grouped(rules, ({ party_iban }) => party_iban)

  return {
    of: (credit) => {
      const named = keysOf(credit)
      const ofSlips = slipBillsOf(credit).flatMap((bill_id) => byId.get(bill_id) ?? [])
      const rule_subject_ids = (byIban.get(credit.party_iban ?? '') ?? []).map(({ subject_id }) => subject_id)
      const subjects = [
        ...rule_subject_ids,
        ...writtenCodes(credit)
          .flatMap((code) => byCode.get(code) ?? [])
          .map(({ subject_id }) => subject_id),
        ...nameKeys(credit.party_name ?? '')
          .flatMap((name) => byName.get(name) ?? [])
          .map(({ subject_id }) => subject_id),
      ]
      const byReference = [
        ...ofSlips.filter((bill) => bill.account_id === account_id),
        ...named.flatMap((key) => byKey.get(key) ?? []),
      ]
      return {
        bills: unique([
          ...byReference,
          ...[...subjects, ...byReference.map(({ subject_id }) => subject_id)].flatMap(
            (subject_id) => bySubject.get(subject_id) ?? [],
          ),
          ...here.filter(({ residue }) => residue === credit.amount),
        ]),
        elsewhere: unique([
          ...ofSlips.filter((bill) => bill.account_id !== account_id),
          ...named.flatMap((key) => elsewhereByKey.get(key) ?? []),
        ]).filter(isAlive),
        rule_subject_ids,
        registered: registered.filter(({ amount }) => amount === credit.amount),
      }
    },
    settled: (shares) => {
      for (const { bill_id, amount } of shares) {
        const bill = byId.get(bill_id)
        if (!bill) continue
        bill.residue -= amount
        bill.slip_amounts = bill.slip_amounts.map((asked) => asked - amount).filter((asked) => asked > 0)
        bill.instalments = []
        bill.phase = bill.residue === 0 ? 'paid' : 'partly_paid'
      }
    },
  }
}

/** Transfers and postal slips of these amounts that the office registered by hand, near these days, and that no movement is linked to. */
async function registeredTransfers(
  tx: Tx,
  { customer_id, account_id }: { customer_id: number; account_id: number },
  credits: readonly Credit[],
): Promise<{ payment_id: number; subject_id: number; amount: number; received_on: Day }[]> {
  const days = credits.map(({ booked_on }) => booked_on).sort()
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  const found = await tx<{ payment_id: number; subject_id: number; amount: number; received_on: Day }[]>`
    select p.payment_id, p.subject_id, p.amount, (p.settled_at at time zone 'Europe/Rome')::date as received_on
    from payments p
    where p.customer_id = ${customer_id} and p.account_id = ${account_id} and p.method in ('BANK_TRANSFER', 'POSTAL_SLIP')
      and p.state = 'succeeded' and p.amount = any(${unique(credits.map(({ amount }) => amount))}::bigint[])
      and p.settled_at >= ${`${addDays(first, -7)}T00:00:00Z`} and p.settled_at < ${`${addDays(last, 8)}T00:00:00Z`}
      and not exists (select from movement_matches m
        where m.customer_id = p.customer_id and m.payment_id = p.payment_id and m.undone_at is null)
    order by p.payment_id`
  return [...found]
}

const keysOf = (credit: Credit): string[] => keysOfReferences(writtenReferences(credit))
/** The bills that the codes of postal slips in the credit's words may name. */
const slipBillsOf = (credit: Credit): number[] =>
  writtenReferences(credit).flatMap((each) => ('bill_id' in each ? [each.bill_id] : []))
const isAlive = ({ phase }: KnownBill) => phase !== 'cancelled' && phase !== 'draft'
const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]

function grouped<T, K>(rows: readonly T[], keyOf: (row: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}
