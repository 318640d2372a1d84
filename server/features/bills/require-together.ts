import { conflict } from '../../http/errors.ts'

/** One payment never mixes people, nor condominiums: each has an account of its own (art. 1129 c.c.). Throws 409. */
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
