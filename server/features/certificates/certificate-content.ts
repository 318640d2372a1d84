import type { Tx } from '../../db/connection.ts'

/** The content of a certificate, stored as it was issued. Money in cents, days `yyyy-mm-dd`. */
export type Certified = {
  /** The seed of its code; see certificate-code.ts. */
  seed: string
  business_name: string
  account_name: string
  account_fiscal_code: string | null
  account_address: string | null
  subject_nominative: string
  subject_fiscal_code: string | null
  units: string[]
  residue: number
  overdue: number
  /** The part of the residue that pending payments would settle. */
  pending: number
  credit: number
  bills: { number: string; description: string; due_date: string; due: number }[]
  disputes: string | null
}
/** The data read from the database; `tied`: the person has a unit or a bill there. */
export type Found = Omit<Certified, 'seed' | 'disputes'> & { customer_id: number; tied: boolean }

/** A person's balance with a condominium today; null when one of them is not visible to the actor. */
export async function balanceOf(tx: Tx, subject_id: number, account_id: number): Promise<Found | null> {
  const bills = tx`
    select b.* from bills b
    where b.customer_id = s.customer_id and b.subject_id = s.subject_id and b.account_id = a.account_id
      and b.phase not in ('draft', 'cancelled')`
  const late = tx`
    select b.number, b.description, o.due_date, o.overdue as due, o.instalment_id
    from owed_instalments o join bills b on b.customer_id = o.customer_id and b.bill_id = o.bill_id
    where o.customer_id = s.customer_id and o.subject_id = s.subject_id and o.account_id = a.account_id and o.overdue > 0`
  const [found] = await tx<Found[]>`
    select s.customer_id, c.business_name, a.name as account_name, a.fiscal_code as account_fiscal_code,
      nullif(concat_ws(', ', nullif(concat_ws(' ', a.address, a.house_number), ''),
        nullif(concat_ws(' ', a.zip_code, a.city, '(' || a.prov || ')'), '')), '') as account_address,
      s.nominative as subject_nominative, s.fiscal_code as subject_fiscal_code,
      (select coalesce(sum(b.residue), 0)::int8 from (${bills}) b) as residue,
      (select coalesce(sum(b.pending), 0)::int8 from (${bills}) b) as pending,
      (select coalesce(sum(l.due), 0)::int8 from (${late}) l) as overdue,
      coalesce((select t.balance from subject_credits t where t.customer_id = s.customer_id
        and t.account_id = a.account_id and t.subject_id = s.subject_id), 0) as credit,
      coalesce((select json_agg(json_build_object('number', l.number, 'description', l.description, 'due_date', l.due_date,
        'due', l.due) order by l.due_date, l.instalment_id) from (${late}) l), '[]') as bills,
      coalesce(r.units, '{}') as units,
      r.units is not null or exists (${bills}) as tied
    from subjects s
    join customers c on c.customer_id = s.customer_id
    join accounts a on a.customer_id = s.customer_id and a.account_id = ${account_id}
    cross join lateral (
      select array_agg(distinct u.name) as units
      from right_holders h join units u on u.customer_id = h.customer_id and u.unit_id = h.unit_id
      where h.customer_id = s.customer_id and h.subject_id = s.subject_id and h.account_id = a.account_id
        and (h.until is null or h.until >= today())
    ) r
    where s.subject_id = ${subject_id}`
  return found ?? null
}
