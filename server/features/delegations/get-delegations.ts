import * as contract from '@saldo/contract/identity/delegations'
import type { Tx } from '../../db/connection.ts'
import { serveAcross } from '../../http/serve.ts'
import { delegationsOfOneself } from './delegation.sql.ts'

type Delegator = {
  delegation_id: number
  owner_name: string
  business_name: string
  expires_on: string | null
}
type Owed = { delegation_id: number; bills: number; due_now: number; residue: number }

/** The database says for whom the caller pays; only the sums of those bills are read as the system. */
export const getDelegations = serveAcross(contract.getDelegations, async ({ as, services }) => {
  const { delegators, payers, own } = await as(async (tx) => ({
    delegators: await tx<Delegator[]>`
      select o.delegation_id, o.owner_name, o.business_name, d.expires_on
      from delegators() o join delegations d using (delegation_id) order by o.owner_name, o.delegation_id limit 100`,
    payers: await delegationsOfOneself(tx),
    own: await tx<{ subject_id: number; nominative: string; business_name: string }[]>`
      select s.subject_id, s.nominative, c.business_name
      from subjects s join customers c using (customer_id) order by s.subject_id limit 100`,
  }))
  const ids = delegators.map(({ delegation_id }) => delegation_id)
  const owed = ids.length > 0 ? await services.asSystem((tx) => owedOf(tx, ids)) : []
  const pays_for = delegators.map((delegator) => {
    const {
      bills = 0,
      due_now = 0,
      residue = 0,
    } = owed.find(({ delegation_id }) => delegation_id === delegator.delegation_id) ?? {}
    return { ...delegator, bills, due_now, residue }
  })
  return { pays_for, payers, own }
})

const owedOf = (tx: Tx, delegation_ids: readonly number[]) =>
  tx<Owed[]>`
    select d.delegation_id, count(*)::int as bills, sum(o.due_now)::bigint as due_now, sum(o.residue)::bigint as residue
    from active_delegations d
    join bills b on b.customer_id = d.customer_id and b.subject_id = d.subject_id and b.status = 'issued' and b.residue > 0
    join owed_bills o on o.customer_id = b.customer_id and o.bill_id = b.bill_id
    where d.delegation_id = any (${[...delegation_ids]}::bigint[])
    group by 1`
