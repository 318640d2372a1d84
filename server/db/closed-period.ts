import type { Day } from '@saldo/domain/dates'
import postgres from 'postgres'
import type { Tx } from './connection.ts'

/** The day that the ledger refused because its period is closed, and until when it is; null for any other error. */
export function closedDay(error: unknown): { day: Day; closed_to: Day } | null {
  if (!(error instanceof postgres.PostgresError) || error.constraint_name !== 'period_closed') return null
  const [day = '', closed_to = ''] = (error.detail ?? '').split(' ')
  return { day, closed_to }
}

/** Until when the books of a condominium are closed, if `day` lies in that period; null while it may be registered. */
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
