import type { Day } from '@saldo/domain/dates'
import postgres from 'postgres'
import type { Tx } from './connection.ts'

/**
 * If the ledger refused the error's entry because its period is closed: the day it refused and the day until which the
 * books are closed. Null for any other error.
 */
export function closedDay(error: unknown): { day: Day; closed_to: Day } | null {
  if (!(error instanceof postgres.PostgresError) || error.constraint_name !== 'period_closed') return null
  const [day = '', closed_to = ''] = (error.detail ?? '').split(' ')
  return { day, closed_to }
}

/**
 * If `day` lies in the condominium's closed period: the day until which its books are closed. Null when `day` is open.
 */
export async function closedBeyond(
  tx: Tx,
  { customer_id, account_id }: { customer_id: number; account_id: number },
  day: Day,
): Promise<Day | null> {
  const [books] = await tx<{ closed_to: Day | null }[]>`
    select books_closed_to(${customer_id}, ${account_id}) as closed_to`
  const closed_to = books?.closed_to ?? null
  return closed_to && day <= closed_to ? closed_to : null
}
