import type { BankMovement } from '../../bank-files/bank-file.ts'

/**
 * What a movement of a statement is, when it is not a transfer of one payer: the sum of a collection through the bank
 * (`flow`), or a debit that came back (`return`). The section that recognises it has settled or reopened the bills. `ask`: it
 * names something of the section, but not beyond doubt, so a person must look at it; nothing was written.
 */
export type Explanation = {
  kind: 'flow' | 'return' | 'ask'
  /** An Italian sentence that says by what it was recognised. */
  reason: string
  /** The file whose collection this is, if it was made or loaded here. */
  flow_id: number | null
  payment_ids: number[]
}

/** A movement that was read from a statement and is not recognised yet. */
export type MovementToExplain = Omit<BankMovement, 'entry' | 'line'> & {
  movement_id: number
  customer_id: number
  account_id: number
}
