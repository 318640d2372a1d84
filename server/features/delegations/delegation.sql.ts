import type { Delegation, SubjectDelegation } from '@saldo/contract/identity/delegations'
import type { Tx } from '../../db/connection.ts'
import { conflictIfNotUnique } from '../../db/unique-violation.ts'

/** What the owner of the bills reads of a delegation `d` and its person `s`. */
const columns = (tx: Tx) => tx`
  d.delegation_id, d.subject_id, s.nominative as subject_nominative, d.delegate_name, d.delegate_email, d.consent_by,
  d.consent_on, d.expires_on, d.answer_by, d.accepted_at, d.ended_at, d.ended_by_name,
  case
    when d.state in ('asked', 'invited') and d.answer_by <= now() or d.state = 'active' and d.expires_on < today() then 'lapsed'
    else d.state
  end as state`

const person = (tx: Tx) => tx`
  delegations d join subjects s on s.customer_id = d.customer_id and s.subject_id = d.subject_id`

/** Those of the people that the actor is, the newest first. What lapsed or ended a month ago is left out. */
export const delegationsOfOneself = (tx: Tx) => tx<Delegation[]>`
  select ${columns(tx)} from ${person(tx)}
  where coalesce(d.ended_at, d.expires_on + interval '1 day', case when d.state <> 'active' then d.answer_by end, 'infinity')
    > now() - interval '30 days'
  order by d.delegation_id desc limit 100`

export const delegationsOfSubject = (tx: Tx, subject_id: number) => tx<SubjectDelegation[]>`
  select ${columns(tx)}, d.consent_note, d.created_by_name from ${person(tx)}
  where d.subject_id = ${subject_id} order by d.delegation_id desc limit 100`

export async function delegationOf(tx: Tx, delegation_id: number): Promise<SubjectDelegation> {
  const [row] = await tx<SubjectDelegation[]>`
    select ${columns(tx)}, d.consent_note, d.created_by_name from ${person(tx)}
    where d.delegation_id = ${delegation_id}`
  return row as SubjectDelegation
}

export type NewDelegation = {
  customer_id: number
  subject_id: number
  state: 'asked' | 'invited'
  delegate_name: string
  delegate_email: string
  delegate_user_id?: number
  consent_by?: 'owner' | 'office'
  consent_on?: string
  consent_note?: string
  expires_on?: string | null
  created_by: number | null
  created_by_name: string
}

/** What lapsed makes room for a new one. 409 at `email` while one to the same address is open. */
export async function insertDelegation(tx: Tx, row: NewDelegation): Promise<number> {
  await endLapsed(tx, row)
  const [made] = await conflictIfNotUnique(
    tx<{ delegation_id: number }[]>`insert into delegations ${tx(row)} returning delegation_id`,
    {
      one_open_delegation: {
        email: 'A questo indirizzo c’è già un invito o una delega: prima chiudila, poi invita di nuovo.',
      },
    },
  )
  return made?.delegation_id as number
}

export const endLapsed = (
  tx: Tx,
  {
    customer_id,
    subject_id,
    delegate_email,
  }: Pick<NewDelegation, 'customer_id' | 'subject_id' | 'delegate_email'>,
) => tx`
  update delegations set state = 'ended', ended_at = now(), ended_by_name = 'Sistema', token_hash = null
  where customer_id = ${customer_id} and subject_id = ${subject_id} and lower(delegate_email) = lower(${delegate_email})
    and (state in ('asked', 'invited') and answer_by <= now() or state = 'active' and expires_on < today())`

/** Both sides of a delegation, with the addresses to write to. Call it only as the system. */
export type Sides = {
  delegation_id: number
  customer_id: number
  state: 'asked' | 'invited' | 'active' | 'ended'
  in_time: boolean
  owner_name: string
  owner_email: string | null
  owner_user_id: number | null
  business_name: string
  delegate_name: string
  delegate_email: string
  delegate_user_id: number | null
  expires_on: string | null
}

/** Locks a delegation. Call it only as the system. */
export async function lockSides(
  tx: Tx,
  by: { delegation_id: number } | { token_hash: Buffer },
): Promise<Sides | null> {
  const which =
    'delegation_id' in by ? tx`d.delegation_id = ${by.delegation_id}` : tx`d.token_hash = ${by.token_hash}`
  const [row] = await tx<Sides[]>`
    select d.delegation_id, d.customer_id, d.state, d.answer_by > now() as in_time, s.nominative as owner_name,
      coalesce(u.email, s.email) as owner_email, s.user_id as owner_user_id, c.business_name, d.delegate_name,
      d.delegate_email, d.delegate_user_id, d.expires_on
    from ${person(tx)}
    join customers c on c.customer_id = d.customer_id
    left join users u on u.user_id = s.user_id and u.state = 'active'
    where ${which} for update of d`
  return row ?? null
}
