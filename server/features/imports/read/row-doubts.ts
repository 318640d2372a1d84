import { maskIbansIn } from '@saldo/domain/iban'
import type { Answers } from '../import-view.ts'
import type { AskedQuestion } from './question.ts'

/**
 * Something that single rows leave open. All rows of a table with the same `question` are asked about at once. `text` is
 * the sentence, given how many rows and which. Its name has a colon, so that no answer is taken for a column and none is
 * remembered for another file.
 */
export type Doubt = {
  question: `rows:${string}`
  text: (rows: DoubtfulRows) => string
  options: AskedQuestion['options']
  proposal: string | null
}

/** How many `rows`; `count`: `3 righe`; `inRows`: `in 3 righe`; `examples`: `«Rossi e Bianchi» (riga 5), …`. */
export type DoubtfulRows = { rows: number; count: string; inRows: string; examples: string }

/** A question that the rows of a table gave rise to, stored with the table's plan. */
export type FoundDoubt = Pick<AskedQuestion, 'question' | 'sheet' | 'table' | 'text' | 'options' | 'proposal'>

/** Collects the doubts of a table's rows, and tells how to read a row: as answered, else as proposed. */
export function rowDoubts(
  { sheet, table = 1, answers = {} }: { sheet: string; table?: number; answers?: Answers },
  summary: { doubts: FoundDoubt[] },
) {
  const found = new Map<string, { doubt: Doubt; rows: Set<number>; examples: string[] }>()
  return {
    ask(row: number, said: string, doubt: Doubt): string | null {
      const { rows, examples } = found.get(doubt.question) ?? {
        rows: new Set<number>(),
        examples: [] as string[],
      }
      found.set(doubt.question, { doubt, rows: rows.add(row), examples })
      if (examples.length < EXAMPLES) examples.push(`«${maskIbansIn(said).slice(0, 80)}» (riga ${row})`)
      const answer = answers[doubt.question]
      return doubt.options.some(({ value }) => value === answer) ? (answer ?? null) : doubt.proposal
    },
    finish(): void {
      for (const { doubt, rows, examples } of found.values()) {
        const { question, text, options, proposal } = doubt
        const count = rows.size === 1 ? 'una riga' : `${rows.size} righe`
        const more = rows.size > examples.length ? ' …' : ''
        const said = {
          rows: rows.size,
          count,
          inRows: `in ${count}`,
          examples: `${[...new Set(examples)].join(', ')}${more}`,
        }
        summary.doubts.push({ question, sheet, table, text: text(said), options, proposal })
      }
    },
  }
}
export type RowDoubts = ReturnType<typeof rowDoubts>

const EXAMPLES = 3

/** Whether a question is about single rows of one file. */
export const isRowDoubt = (question: string): boolean => question.startsWith('rows:')

/** The plans with the doubts that their rows gave rise to. */
export const withDoubts = <Plan extends { sheet: string; table: number }>(
  plans: readonly Plan[],
  doubts: readonly FoundDoubt[],
): (Plan & { doubts: FoundDoubt[] })[] =>
  plans.map((plan) => ({
    ...plan,
    doubts: doubts.filter(({ sheet, table }) => sheet === plan.sheet && table === plan.table),
  }))
