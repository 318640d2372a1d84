import { addDays, type Day } from '@saldo/domain/dates'
import type { Tx } from '../../../db/connection.ts'
import type { Services } from '../../../services.ts'
import { settleDirectly } from '../../payments/allocate/settle-directly.ts'
import { planCollection } from '../../payments/collect/plan-collection.ts'
import type { DemoBill } from '../generate/bills.ts'
import { nominativeOf } from '../generate/studios.ts'
import type { KnownBill } from '../write/payment-rows.ts'

/** Cents that the condomino paid in excess. */
const surplus = 4_000

/**
 * Registers a bank transfer of yesterday for the condomino's most overdue bill, slightly too high: the rest stays as
 * credit.
 */
export async function overpay(
  services: Services,
  tx: Tx,
  known: ReadonlyMap<DemoBill, KnownBill>,
  day: Day,
): Promise<void> {
  const [oldest] = [...known]
    .filter(([{ unit, status, disputed }]) => unit.behind && status === 'issued' && !disputed)
    .flatMap(([bill, of]) =>
      bill.instalments
        .filter(({ amount, settled, returned, refunded }) => settled < amount && returned + refunded === 0)
        .map(({ due_date, amount }) => ({ bill, of, due_date, amount })),
    )
    .sort((one, other) => (one.due_date < other.due_date ? -1 : 1))
  if (!oldest) return
  const { bill, of, amount: due } = oldest
  const { account_id, subject_id } = of
  const amount = due + surplus
  const plan = await planCollection(tx, { account_id, subject_id, amount, bill_ids: [of.bill_id] })
  await settleDirectly(
    services,
    tx,
    {
      ...{ customer_id: plan.customer_id, bill_id: plan.bill_id, account_id, subject_id, amount },
      ...{ method: 'BANK_TRANSFER', reference: `Bolletta ${bill.number}`, created_by: null },
      settled_at: `${addDays(day, -1)}T11:00:00Z`,
    },
    { ...plan, actor: nominativeOf(bill.studio) },
  )
}
