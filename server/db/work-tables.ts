import type { Tx } from './connection.ts'

/** The temporary tables that acts may use; their columns are in make_work_table() of the schema. */
export type WorkTable =
  | 'new_accounts'
  | 'new_subjects'
  | 'new_units'
  | 'new_bills'
  | 'written_rows'
  | 'held'
  | 'compared'
  | 'found'
  | 'days'

/**
 * Makes this temporary table, empty, until the transaction ends; one that the transaction has already made is emptied.
 * The server's roles may not create tables, also temporary ones: the database's owner makes it, so that nothing a session
 * makes can run as the owner.
 */
export async function makeWorkTable(tx: Tx, name: WorkTable): Promise<void> {
  await tx`select make_work_table(${name})`
}

/** Gives the planner the statistics of a work table that was filled with many rows. */
export async function analyzeWorkTable(tx: Tx, name: WorkTable): Promise<void> {
  await tx`select analyze_work_table(${name})`
}
