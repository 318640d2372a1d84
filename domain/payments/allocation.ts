import type { Day } from '../dates.ts'
import type { Cents } from '../money.ts'

/** `still_due` counts what is already settled, in cents; `is_interest`: it asks for interest, not for principal. */
export type DueInstalment = {
  instalment_id: number
  due_date: Day
  still_due: Cents
  is_interest?: boolean
}
export type Allocation = { instalment_id: number; amount: Cents }

/**
 * The debts in the order in which money without a purpose pays them: the oldest due first (art. 1193 c.c.); where the creditor
 * does not agree to principal first, interest before principal and each oldest first (art. 1194 c.c.). Ties stay as given.
 */
export function inLegalOrder<D extends DueInstalment>(
  instalments: readonly D[],
  { interest_first }: { interest_first: boolean },
): D[] {
  const rank = ({ is_interest }: D) => (interest_first && is_interest ? 0 : 1)
  return instalments.toSorted(
    (a, b) => rank(a) - rank(b) || (a.due_date < b.due_date ? -1 : a.due_date > b.due_date ? 1 : 0),
  )
}

/**
 * Which debts a payment settles (art. 1193 c.c.): those the payer names, in the order named; when none is
 * named, the oldest due, ties in the order given. What exceeds them is the payer's credit and never settles a
 * debt that was not named. `amount` = allocations + `surplus`. Throws RangeError on a negative amount.
 */
export function allocate(
  amount: Cents,
  instalments: readonly DueInstalment[],
  named: readonly number[] = [],
): { allocations: Allocation[]; surplus: Cents } {
  if (!Number.isSafeInteger(amount) || amount < 0)
    throw new RangeError(`not an amount to allocate: ${amount}`)
  const allocations: Allocation[] = []
  let left = amount
  for (const { instalment_id, still_due } of inOrder(instalments, named)) {
    const share = Math.min(left, still_due)
    if (share <= 0) continue
    allocations.push({ instalment_id, amount: share })
    left -= share
  }
  return { allocations, surplus: left }
}

function inOrder(instalments: readonly DueInstalment[], named: readonly number[]): DueInstalment[] {
  if (named.length === 0) return inLegalOrder(instalments, { interest_first: false })
  return [...new Set(named)].flatMap((id) => instalments.filter(({ instalment_id }) => instalment_id === id))
}

/** The rule that decided what a payment settles, stored with each version of its allocation. */
export const allocationRules = {
  named: 'Come ha indicato chi paga (art. 1193 c.c., primo comma).',
  oldest:
    'Nessuna indicazione del pagatore: prima la rata scaduta da più tempo (art. 1193 c.c., secondo comma).',
  interest_first:
    'Nessuna indicazione del pagatore: prima gli interessi chiesti, poi la rata scaduta da più tempo (art. 1194 c.c.).',
  manual: 'Come ha deciso l’amministratore.',
  refund: 'Dopo un rimborso: si riapre prima la rata che scade più tardi.',
  refund_failed: 'Il rimborso non è riuscito: paga di nuovo quello che pagava prima.',
  return: 'L’addebito è insoluto: non paga più nulla.',
  dispute: 'Contestazione persa: non paga più nulla.',
  reversal: 'La registrazione è stata stornata: non paga più nulla.',
} as const
export type AllocationRule = keyof typeof allocationRules
