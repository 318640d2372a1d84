import type { Tx } from '../../db/connection.ts'
import { countReasons, type DueLetter, dueLetters, type LeftOutBill, leftOut } from './due-letters.ts'
import type { Selection } from './reminder-facts.sql.ts'
import { writeLetters } from './write-letter.ts'

/**
 * Writes the letters due to the selected holders into a run, and counts who gets none. Two runs of a condominium prepare
 * theirs one after the other, so that nobody is written to twice.
 */
export async function prepareRun(
  tx: Tx,
  run_id: number,
  of: Selection,
  channel: 'email' | 'paper',
): Promise<void> {
  const [run] = await tx`select customer_id, left_out from reminder_runs where run_id = ${run_id} for update`
  if (!run) return
  await tx`select pg_advisory_xact_lock(hashtextextended('reminders:' || ${run.customer_id}, 0))`
  const { letters, left_out } = await dueLetters(tx, run.customer_id, of)
  const goes = (letter: DueLetter) => channel === 'paper' || letter.no_email === null
  await writeLetters(tx, run_id, letters.filter(goes), channel)
  const unreached = letters.flatMap((letter): LeftOutBill[] =>
    goes(letter) || letter.no_email === null ? [] : leftOut(letter, letter.no_email),
  )
  await countLeftOut(tx, run_id, run.left_out, countReasons([...left_out, ...unreached]))
}

/** Adds to the counts of a run. */
export async function countLeftOut(
  tx: Tx,
  run_id: number,
  before: Record<string, number>,
  more: Record<string, number>,
): Promise<void> {
  const sum = { ...before }
  for (const [reason, count] of Object.entries(more)) sum[reason] = (sum[reason] ?? 0) + count
  await tx`update reminder_runs set left_out = ${tx.json(sum)} where run_id = ${run_id}`
}
