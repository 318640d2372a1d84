import { fold } from '@saldo/domain/fold'
import type { CandidateBill } from './candidate-bill.ts'

/**
 * Two rows with the same identity are the same bill. The identity is condominium and number or, without a number,
 * condominium, unit, due date and description; without a unit the holder is added, because several people owe the same
 * on the same day, and so it is where a person says that several people of a unit have a bill each. `condominium`
 * replaces the row's names once the account is known.
 */
export function billIdentity(bill: CandidateBill, condominium: string = condominiumOf(bill)): string {
  if (bill.number) return JSON.stringify([condominium, 'number', folded(bill.number)])
  const unit = bill.unit
    ? [folded(bill.staircase), folded(bill.unit)]
    : [bill.fiscal_code ?? folded(bill.holder)]
  const apart = bill.apart ? [bill.fiscal_code ?? folded(bill.holder)] : []
  return JSON.stringify([condominium, ...unit, bill.due_date, folded(bill.description), ...apart])
}

function condominiumOf(bill: CandidateBill): string {
  return bill.condominium_fiscal_code ?? fold(bill.condominium_name ?? '')
}

function folded(text: string | undefined): string {
  return fold(text ?? '').replace(/\s/g, '')
}
