import type * as contract from '@saldo/contract/bills/budgets'
import type { Tx } from '../../db/connection.ts'

type Whose = Pick<contract.Budget, 'budget_id' | 'customer_id' | 'state'>

/** Why the bills of a budget cannot all be cancelled, as a sentence; null when they can. */
export async function whyNotUndo(tx: Tx, { budget_id, customer_id, state }: Whose): Promise<string | null> {
  if (state !== 'issued') return notIssued[state]
  const [found] = await tx`
    select count(*) as count, min(number) as number from bills
    where customer_id = ${customer_id} and budget_id = ${budget_id} and status = 'issued'
      and (settled > 0 or pending > 0 or phase not in ('open', 'returned', 'refunded')
        or exists (select from plan_bills p where p.customer_id = bills.customer_id and p.bill_id = bills.bill_id and p.open))`
  if (found?.count === 0) return null
  return found?.count === 1
    ? `La bolletta ${found.number} è già stata pagata, un pagamento è in corso, o è in un piano di rientro.`
    : `${found?.count} bollette sono già state pagate, anche solo in parte, hanno un pagamento in corso o sono in un piano di rientro.`
}

const notIssued = {
  draft: 'È ancora una bozza: non c’è niente da annullare.',
  issuing: 'Le bollette si stanno emettendo: aspetta che finisca.',
  cancelled: 'Questo preventivo è stato scartato.',
} as const
