import { formatEuro } from '@saldo/domain/money'
import { whyMoreThanDue } from '@saldo/domain/payments/why-not-placed'
import type { Reply } from '../../../api.ts'
import type { PaymentDetail } from '../payment-query.ts'

type Open = Reply<'POST /v1/payments/preview'>['parts'][number]
/** An instalment that this payment pays or could pay: `free` is the maximum, `now` what it pays now. Cents. */
export type OpenInstalment = {
  instalment_id: number
  bill_number: string
  due_date: string
  free: number
  now: number
}

/** The instalments that this payment settles now, and the person's other open ones; oldest first. */
export function openInstalmentsOf(
  payment: Pick<PaymentDetail, 'allocations'>,
  open: readonly Open[],
): OpenInstalment[] {
  const paid = payment.allocations[0]?.parts ?? []
  const debts = new Map<number, OpenInstalment>()
  for (const { instalment_id, bill_number, due_date, amount } of paid)
    debts.set(instalment_id, { instalment_id, bill_number, due_date, free: amount, now: amount })
  for (const { instalment_id, bill_number, due_date, still_due } of open) {
    const now = debts.get(instalment_id)?.now ?? 0
    debts.set(instalment_id, { instalment_id, bill_number, due_date, free: still_due + now, now })
  }
  return [...debts.values()].sort((a, b) => (a.due_date < b.due_date ? -1 : a.due_date > b.due_date ? 1 : 0))
}

/** The amount of a payment to allocate, in cents. */
export const amountToAllocate = ({ allocations }: Pick<PaymentDetail, 'allocations'>): number => {
  const [now] = allocations
  return now ? now.parts.reduce((sum, { amount }) => sum + amount, now.credit) : 0
}

/** How many more cents would be credit than now; negative: fewer. NaN while an amount is none. */
export const moreCredit = (payment: Pick<PaymentDetail, 'allocations'>, amounts: AllocatedAmounts): number =>
  amountToAllocate(payment) - sumAllocated(amounts) - (payment.allocations[0]?.credit ?? 0)

/** Typed amounts by instalment: null is empty, NaN is not an amount. */
export type AllocatedAmounts = Record<number, number | null>
export const sumAllocated = (amounts: AllocatedAmounts): number =>
  Object.values(amounts).reduce<number>((sum, amount) => sum + (amount ?? 0), 0)

/** Errors of the amounts, by field name. */
export function amountErrors(
  debts: readonly OpenInstalment[],
  amounts: AllocatedAmounts,
): Record<string, string> {
  return Object.fromEntries(
    debts.flatMap(({ instalment_id, free }) => {
      const amount = amounts[instalment_id] ?? 0
      if (Number.isNaN(amount) || amount < 0) return [[`amounts.${instalment_id}`, 'Non è un importo.']]
      return amount > free ? [[`amounts.${instalment_id}`, whyMoreThanDue(amount, free)]] : []
    }),
  )
}

/**
 * Why the amounts cannot be saved. The rest of a bank transfer becomes credit; other payments must be allocated
 * completely.
 */
export function allocationProblem(
  total: number,
  amounts: AllocatedAmounts,
  mayLeaveCredit: boolean,
): string | null {
  const left = total - sumAllocated(amounts)
  if (left < 0) return `Hai distribuito ${formatEuro(-left)} di troppo.`
  if (left > 0 && !mayLeaveCredit) return `Restano ${formatEuro(left)} da distribuire.`
  return null
}
