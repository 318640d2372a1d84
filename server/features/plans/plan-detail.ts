import type { PlanDetail } from '@saldo/contract/bills/plans'
import * as contract from '@saldo/contract/bills/plans'
import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { plansList } from './plans-list.ts'

export const getPlan = serve(contract.getPlan, ({ tx, params }) => planDetail(tx, params.id))

/** A plan with everything that belongs to it; 404 when it is not visible to the actor. */
export async function planDetail(tx: Tx, plan_id: number): Promise<PlanDetail> {
  const [[plan], rates, bills] = await Promise.all([
    tx`
      select ${plansList.select(tx)}, p.agreement, p.note, p.accepted_from, p.accepted_with, p.ended_at
      from ${plansList.from(tx)} where p.plan_id = ${plan_id}`,
    ratesOf(tx, plan_id),
    tx<PlanDetail['bills']>`
      select pb.bill_id, b.number, b.description, pb.amount, b.residue
      from plan_bills pb join bills b on b.customer_id = pb.customer_id and b.bill_id = pb.bill_id
      where pb.plan_id = ${plan_id} order by pb.position`,
  ])
  if (!plan) throw notFound('Il piano')
  return { ...(plan as Omit<PlanDetail, 'rates' | 'bills'>), rates, bills }
}

export const ratesOf = (tx: Tx, plan_id: number) => tx<PlanDetail['rates']>`
  select position, due_date, amount from plan_rates where plan_id = ${plan_id} order by position`
