import type { TablePlan } from '../import-view.ts'

/**
 * Something that the file does not say beyond doubt, so that a person decides before anything is written. `value` of an
 * option is the answer. `free`: another answer than the options may be given, too. `proposal` is how the rows are read
 * until somebody answers.
 */
export type Question = {
  question: string
  sheet: string
  table: number
  text: string
  options: { value: string; label: string; detail: string | null }[]
  free: 'condominium' | 'date' | 'takeover' | null
  proposal: string | null
  answer: string | null
  /** The answer was given for an earlier file with the same columns. */
  remembered: boolean
}
export type AskedQuestion = Omit<Question, 'remembered'>

/** Where a question is asked. */
export const placeOf = ({ sheet, table }: TablePlan) => ({ sheet, table })
