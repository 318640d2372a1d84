import type { Tx } from '../../db/connection.ts'
import type { Services } from '../../services.ts'
import {
  explainMovement as explainByRefunds,
  movementsOfRefunds,
} from '../credit-refunds/explain-movement.ts'
import { explainMovement as explainByDebits, movementsOfDebits } from '../debit-runs/explain-movement.ts'
import type { Explanation, MovementToExplain } from '../flows/explanation.ts'
import { explainMovement as explainByNotices, movementsOfNotices } from '../notices/explain-movement.ts'

/**
 * Recognises movements of collections through the bank (the sum of a collection, a debit that came back) and settles or
 * reopens their bills, in the transaction that reads the statement.
 */
export type Explainer = {
  /** The ids of those movements of one condominium that it may recognise. Asked once for a lot, because most are others. */
  among: (tx: Tx, movements: readonly MovementToExplain[]) => Promise<ReadonlySet<number>>
  /** Null: it is something else. */
  explain: (services: Services, tx: Tx, of: MovementToExplain) => Promise<Explanation | null>
}

/** They are asked in this order, before a movement is matched as a transfer. */
export const explainers: readonly Explainer[] = [
  { among: movementsOfDebits, explain: explainByDebits },
  { among: movementsOfNotices, explain: explainByNotices },
  { among: movementsOfRefunds, explain: explainByRefunds },
]
