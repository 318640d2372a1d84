import type { Statement } from '@saldo/contract/reports/statements'
import type { Tx } from '../../db/connection.ts'
import { visibleAccount } from '../accounts/visible-account.ts'
import { subjectStatement } from '../statements/subject-statement.ts'
import { requireSubject } from '../subjects/require-subject.ts'
import { type Letterhead, letterheadOf } from './letterhead.ts'

/** What a lawyer gets to recover what a person owes in a condominium. Money in cents. */
export type DossierFacts = {
  customer_id: number
  office: Omit<Letterhead, 'images'>
  account: { name: string; fiscal_code: string | null }
  person: {
    nominative: string
    fiscal_code: string | null
    address: string | null
    email: string | null
    units: string | null
  }
  /** Instalments that are not paid, the oldest first. */
  instalments: {
    number: string
    description: string
    due_date: string
    amount: number
    due: number
    overdue: number
  }[]
  statement: Statement
  reminders: {
    sent_on: string
    step_name: string
    channel: 'email' | 'paper'
    to_address: string | null
    delivered_by: string | null
    delivery_note: string | null
    amount: number
    title: string
    text: string
  }[]
  certificates: { issued_at: string; as_of: string; overdue: number; residue: number; revoked: boolean }[]
}

/** The first day of Saldo's books: a statement from here on has every movement. */
const beginning = '1900-01-01'

/** Reads the dossier; 404 when the person or the condominium is not visible to the actor. */
export async function dossierFacts(
  tx: Tx,
  { id, account_id }: { id: number; account_id: number },
): Promise<DossierFacts> {
  const account = await visibleAccount(tx, account_id)
  const { subject_id, customer_id } = await requireSubject(tx, id)
  const of = tx`customer_id = ${customer_id} and subject_id = ${subject_id} and account_id = ${account_id}`
  const [office, [person], instalments, statement, reminders, certificates] = await Promise.all([
    letterheadOf(tx, customer_id),
    tx<DossierFacts['person'][]>`
      select s.nominative, case when actor_reads('subjects') then upper(s.fiscal_code) end as fiscal_code,
        case when actor_reads('subjects') then nullif(concat_ws(', ',
          nullif(concat_ws(' ', s.address, s.house_number), ''),
          nullif(concat_ws(' ', s.zip_code, s.city, '(' || s.prov || ')'), '')), '') end as address,
        case when actor_reads('subjects') then s.email end as email,
        (select string_agg(distinct u.name, ' · ' order by u.name)
          from right_holders h join units u on u.customer_id = h.customer_id and u.unit_id = h.unit_id
          where h.customer_id = s.customer_id and h.subject_id = s.subject_id and h.account_id = ${account_id}) as units
      from subjects s where s.customer_id = ${customer_id} and s.subject_id = ${subject_id}`,
    tx<DossierFacts['instalments']>`
      select b.number, b.description, i.due_date, n.amount, i.due, i.overdue
      from owed_instalments i
      join bills b on b.customer_id = i.customer_id and b.bill_id = i.bill_id
      join bill_instalments n on n.instalment_id = i.instalment_id
      where i.customer_id = ${customer_id} and i.subject_id = ${subject_id} and i.account_id = ${account_id}
      order by i.due_date, b.number, i.position`,
    subjectStatement(tx, { id, account_id, from: beginning }),
    tx<DossierFacts['reminders']>`
      select sent_on, step_name, channel, to_address, delivered_by, delivery_note, amount, title, text
      from reminders where ${of} and state = 'sent' order by sent_on, reminder_id`,
    tx<DossierFacts['certificates']>`
      select (issued_at at time zone 'Europe/Rome')::date as issued_at, as_of, (certified ->> 'overdue')::bigint as overdue,
        (certified ->> 'residue')::bigint as residue, revoked_at is not null as revoked
      from certificates where ${of} order by certificate_id`,
  ])
  return {
    ...{ customer_id, office, account, person: person as DossierFacts['person'], statement },
    ...{ instalments: [...instalments], reminders: [...reminders], certificates: [...certificates] },
  }
}
