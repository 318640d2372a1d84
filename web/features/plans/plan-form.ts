import { type DueAmount, mostGraceDays, whyNotRates } from '@saldo/domain/arrears/instalment-plan'
import { addDays, today } from '@saldo/domain/dates'
import * as check from '../../ui/form/checks.ts'
import type { Debt } from './plan-query.ts'

/** Amounts in cents; null when empty, NaN while the text is not an amount. */
export type RateValue = { due_date: string; amount: number | null }
export type PlanValues = {
  bill_ids: number[]
  rates: RateValue[]
  grace_days: string
  expires_on: string
  note: string
}

export const planValues = (debts: readonly Debt[]): PlanValues => ({
  bill_ids: debts.map(({ bill_id }) => bill_id),
  rates: [],
  grace_days: '10',
  expires_on: addDays(today(), 14),
  note: '',
})

/** The sum of the chosen debts, in cents. */
export const totalOf = (debts: readonly Debt[], bill_ids: readonly number[]) =>
  debts.filter(({ bill_id }) => bill_ids.includes(bill_id)).reduce((sum, { residue }) => sum + residue, 0)

export const planChecks = {
  bill_ids: (ids: number[]) => (ids.length > 0 ? null : 'Scegli almeno una bolletta.'),
  rates: (rates: RateValue[]) => (rates.length > 0 ? null : 'Dividi il debito in rate.'),
  grace_days: (days: string) =>
    /^\d{1,2}$/.test(days.trim()) && Number(days) <= mostGraceDays
      ? null
      : `Scrivi un numero di giorni, al massimo ${mostGraceDays}.`,
  expires_on: check.all(check.required('Manca la data.'), check.date),
}

/** Errors of the rates, by path: `rates.0.amount`; their sum is checked last, once each rate is valid. */
export function checkRates({ rates }: PlanValues, total: number): Record<string, string> {
  const wrong: Record<string, string> = {}
  rates.forEach(({ due_date, amount }, place) => {
    const date = check.all(check.required('Manca la data.'), check.date)(due_date)
    const cents = check.requiredMoney(amount)
    if (date) wrong[`rates.${place}.due_date`] = date
    if (cents) wrong[`rates.${place}.amount`] = cents
  })
  if (rates.length === 0 || Object.keys(wrong).length > 0) return wrong
  return whyNotRates(rates as DueAmount[], total, today())
}
