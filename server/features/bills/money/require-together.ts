import { conflict } from '../../../http/errors.ts'

/**
 * 409 for a payment with bills of several people or condominiums: each condominium has its own account (art. 1129
 * c.c.).
 */
export function requireTogether(bills: readonly { account_id: number; subject_id: number }[]): void {
  const [first] = bills
  if (
    bills.some(
      ({ account_id, subject_id }) => account_id !== first?.account_id || subject_id !== first.subject_id,
    )
  )
    throw conflict(
      'not_together',
      'Si pagano insieme solo bollette della stessa persona nello stesso condominio.',
    )
}
