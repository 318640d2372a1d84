import type * as contract from '@saldo/contract/registry/activations'
import { today } from '@saldo/domain/dates'
import {
  type Applicant,
  activationCheckList,
  activationDue,
  waitsForOffice,
} from '@saldo/domain/registry/activation'
import { documentPhase } from '@saldo/domain/registry/document'
import type { Row } from 'postgres'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import type { Listing } from '../../db/listing.ts'
import { containingWords, matchesAllWords } from '../../db/search.ts'
import { notFound } from '../../http/errors.ts'

type Filters = z.output<typeof contract.summariseActivations.query>

/** The customers in state 0. What they gave last counts for the day by which they are answered. */
export const activationList: Listing<Filters> = {
  select: (tx) => tx`
    c.customer_id, c.business_name, c.is_store, c.city, c.prov, c.created_at, c.address, c.zip_code, c.fiscal_code,
    c.vat_number, c.primary_email, a.taken_by, a.taken_by_name, a.asked_text, a.asked_at,
    (select count(*)::int from users u where u.customer_id = c.customer_id and u.state = 'active') as active_users,
    greatest(c.created_at, d.given_at) as given_at, coalesce(d.documents, '[]') as documents`,
  from: (tx) => tx`
    (select * from customers where state = '0') c
    left join activations a using (customer_id)
    left join lateral (
      select max(d.created_at) as given_at,
        jsonb_agg(jsonb_build_object('type', d.type, 'state', d.state, 'scan', d.scan)) as documents
      from documents d
      where d.customer_id = c.customer_id and d.account_id is null and d.subject_id is null
    ) d on true`,
  id: (tx) => tx`c.customer_id`,
  id_name: 'customer_id',
  filters: {
    q: (tx, text) => matchesAllWords(tx, tx`c.folded`, containingWords(text)),
    ids: (tx, ids) => tx`c.customer_id = any(${ids}::bigint[])`,
    taken: (tx, taken) => (taken === 'me' ? tx`a.taken_by = actor_user_id()` : tx`a.taken_by is null`),
  },
  sorts: {
    created_at: { sql: (tx) => tx`c.created_at`, type: 'timestamptz' },
    business_name: { sql: (tx) => tx`c.business_name`, type: 'text' },
  },
  default_sort: 'created_at',
}

/** Adds the check list, whose turn it is, and by when. */
export function withChecks(row: Row): contract.Activation {
  const { documents, active_users, given_at, ...kept } = row
  const applicant = {
    ...kept,
    active_users,
    documents: (documents as { type: string; state: string; scan: string }[]).map((one) => ({
      type: one.type,
      phase: documentPhase(one),
    })),
  } as Applicant
  const checks = activationCheckList(applicant)
  const office = waitsForOffice(checks)
  return {
    ...(kept as Omit<contract.Activation, 'checks' | 'waits_for' | 'due_on'>),
    checks: checks as contract.Activation['checks'],
    waits_for: office ? 'office' : 'back_office',
    due_on: office ? null : activationDue(today(new Date(given_at))),
  }
}

/** The activation of a customer; null when it is active, or not visible to the actor. */
export async function findActivation(tx: Tx, customer_id: number): Promise<contract.Activation | null> {
  const [row] = await tx`
    select ${activationList.select(tx)} from ${activationList.from(tx)}
    where c.customer_id = ${customer_id}`
  return row ? withChecks(row) : null
}

/** The same; 404 when there is none. */
export async function activationDetail(tx: Tx, customer_id: number): Promise<contract.Activation> {
  const found = await findActivation(tx, customer_id)
  if (!found) throw notFound('Il cliente da attivare')
  return found
}
