import { fold } from '@saldo/domain/fold'
import type { CandidateBill } from './candidate-bill.ts'

/**
 * Two rows with the same identity are the same bill: condominium and number or, without a number, condominium,
 * unit, due date and description. A bill without unit is told apart by its holder, since several people of one
 * condominium owe the same thing on the same day. `condominium` replaces the names of the row once the account
 * that they mean is known.
 */
export function billIdentity(bill: CandidateBill, condominium: string = condominiumOf(bill)): string {
  if (bill.number) return JSON.stringify([condominium, 'number', folded(bill.number)])
  const unit = bill.unit
    ? [folded(bill.staircase), folded(bill.unit)]
    : [bill.fiscal_code ?? folded(bill.holder)]
  return JSON.stringify([condominium, ...unit, bill.due_date, folded(bill.description)])
}

function condominiumOf(bill: CandidateBill): string {
  return bill.condominium_fiscal_code ?? fold(bill.condominium_name ?? '')
}

function folded(text: string | undefined): string {
  return fold(text ?? '').replace(/\s/g, '')
}
