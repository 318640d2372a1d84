import type { BankMovement } from '../../bank-files/bank-file.ts'
import type { Tx } from '../../db/connection.ts'
import type { Services } from '../../services.ts'
import type { Explanation } from '../flows/explanation.ts'

/** A movement that was just read from a statement. */
export type ReadMovement = Omit<BankMovement, 'entry' | 'line'> & {
  movement_id: number
  customer_id: number
  account_id: number
}

/**
 * Recognises movements of collections through the bank (the sum of a collection, a debit that came back) and settles or
 * reopens their bills, in the transaction that reads the statement. Null: it is something else.
 */
export type Explainer = (services: Services, tx: Tx, of: ReadMovement) => Promise<Explanation | null>

/** They are asked in this order, before a movement is matched as a transfer. */
export const explainers: readonly Explainer[] = []
