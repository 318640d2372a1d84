import type { Tx } from '../../db/connection.ts'
import type { Services } from '../../services.ts'
import { explainMovement as explainByRefunds } from '../credit-refunds/explain-movement.ts'
import { explainMovement as explainByDebits } from '../debit-runs/explain-movement.ts'
import type { Explanation, MovementToExplain } from '../flows/explanation.ts'
import { explainMovement as explainByNotices } from '../notices/explain-movement.ts'

/**
 * Recognises movements of collections through the bank (the sum of a collection, a debit that came back) and settles or
 * reopens their bills, in the transaction that reads the statement. Null: it is something else.
 */
export type Explainer = (services: Services, tx: Tx, of: MovementToExplain) => Promise<Explanation | null>

/** They are asked in this order, before a movement is matched as a transfer. */
export const explainers: readonly Explainer[] = [explainByDebits, explainByNotices, explainByRefunds]
