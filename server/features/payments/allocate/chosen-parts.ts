import { formatEuro } from '@saldo/domain/money'
import type { Tx } from '../../../db/connection.ts'
import { badInput, conflict, notFound } from '../../../http/errors.ts'
import type { Part } from '../../bills/money/instalment-money.ts'

/**
 * What a person of the office chose cent by cent, checked against what is free on each instalment. `payment_id`: what
 * that payment settles there already counts as free. The caller has locked the bills.
 */
export async function chosenParts(
  tx: Tx,
  whose: { customer_id: number; account_id: number; subject_id: number; payment_id?: number },
  instalment_ids: readonly number[],
  amounts: readonly number[],
): Promise<Part[]> {
  if (instalment_ids.length !== amounts.length || new Set(instalment_ids).size !== instalment_ids.length)
    throw badInput({ amounts: 'Serve un importo per ogni rata.' })
  if (instalment_ids.length === 0) return []
  const found = await tx<
    (Part & { settled: number; pending: number; ours: number; number: string; phase: string })[]
  >`
    select i.bill_id, i.instalment_id, i.amount, i.settled, i.pending, b.number, b.phase,
      coalesce((select s.amount from payment_allocations a join allocation_parts s on s.allocation_id = a.allocation_id
        where a.payment_id = ${whose.payment_id ?? null} and a.current and s.instalment_id = i.instalment_id), 0) as ours
    from bill_instalments i join bills b on b.customer_id = i.customer_id and b.bill_id = i.bill_id
    where i.instalment_id in ${tx([...instalment_ids])} and b.customer_id = ${whose.customer_id}
      and b.account_id = ${whose.account_id} and b.subject_id = ${whose.subject_id}
      and b.phase not in ('draft', 'cancelled')`
  return instalment_ids.map((instalment_id, index): Part => {
    const instalment = found.find((each) => each.instalment_id === instalment_id)
    if (!instalment) throw notFound('Una rata')
    const free = instalment.amount - instalment.settled - instalment.pending + instalment.ours
    const amount = amounts[index] as number
    if (amount > free)
      throw conflict('more_than_due', tooMuch(instalment.number, amount, free), {
        amounts: tooMuch(instalment.number, amount, free),
      })
    return { bill_id: instalment.bill_id, instalment_id, amount }
  })
}

const tooMuch = (bill_number: string, amount: number, free: number) =>
  `Bolletta ${bill_number}, su una rata: ${formatEuro(amount)} è più di quanto si può registrare, ${formatEuro(free)}.`
