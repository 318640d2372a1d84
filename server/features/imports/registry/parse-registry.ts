import { fold } from '@saldo/domain/fold'
import type { Complaint } from '../read/row-checks.ts'
import {
  condominiumOf,
  emptySummary,
  type ImportContext,
  type ImportSummary,
  namedInTitles,
  type ReadSheet,
} from '../read/sheet-reading.ts'
import type { CandidateRight } from './candidate-right.ts'
import { registrySheetReader } from './read-sheet-registry.ts'

/** Reads all sheets at once; `readRegistry` does the same row by row. */
export async function parseRegistry(sheets: ReadSheet[], context: ImportContext = {}) {
  const rights: CandidateRight[] = []
  const reading = readRegistry(sheets, context)
  for (;;) {
    const { done, value } = await reading.next()
    if (done) return { rights, ...value }
    rights.push(value)
  }
}

/**
 * Yields the rights of all sheets' rows and returns a summary of the rest; `sum` is that of the opening balances.
 * Nothing may be written while there are issues.
 */
export async function* readRegistry(
  sheets: ReadSheet[],
  context: ImportContext = {},
): AsyncGenerator<CandidateRight, ImportSummary> {
  const summary = emptySummary()
  const seen = rememberedRows()
  const inTitles = namedInTitles(sheets)

  for (const sheet of sheets) {
    const reader = registrySheetReader(sheet, condominiumOf(sheet, context, inTitles), summary)
    for await (const row of sheet.rows) {
      const right = reader.read(row)
      if (!right) continue
      const repeats = seen.right(right)
      if (repeats) {
        reader.report(row, repeats.same ? 'warnings' : 'issues', repeats.complaint)
        if (repeats.same) summary.repeated++
        continue
      }
      const other = seen.weights(right)
      if (other) {
        const column = sheet.recognised.columns.find(
          ({ field, header }) => field === 'weight' && header === other.table,
        )
        reader.report(row, 'issues', other.complaint, column)
        continue
      }
      summary.count++
      summary.sum += right.amount
      yield right
    }
    summary.notices.push(...reader.finish())
  }
  return summary
}

/** Remembers each right and each unit's weights: an equal repetition counts once, a different one is an error. */
function rememberedRows() {
  const rights = new Map<string, { content: string; where: string }>()
  const weights = new Map<string, { weight: number; where: string }>()
  return {
    right(right: CandidateRight): { same: boolean; complaint: Complaint } | null {
      const identity = JSON.stringify([
        ...unitOf(right),
        right.fiscal_code ?? fold(right.holder),
        right.right_kind,
      ])
      const content = JSON.stringify([
        right.amount,
        right.opening_date,
        right.share_numerator,
        right.share_denominator,
        right.since,
        right.until,
      ])
      const before = rights.get(identity)
      const where = `${right.row} del foglio «${right.sheet}»`
      if (!before) {
        rights.set(identity, { content, where })
        return null
      }
      const same = before.content === content
      const message = same
        ? `Ripete la riga ${before.where}: conta una volta sola.`
        : `Questa persona ha già lo stesso ruolo in questa unità alla riga ${before.where}, con altri dati.`
      return { same, complaint: { field: 'holder', code: 'same_right', message } }
    },
    weights(right: CandidateRight): { table: string; complaint: Complaint } | null {
      const where = `${right.row} del foglio «${right.sheet}»`
      for (const [table, weight] of Object.entries(right.weights ?? {})) {
        const identity = JSON.stringify([...unitOf(right), fold(table)])
        const before = weights.get(identity)
        if (before && before.weight !== weight) {
          const message = `Per questa unità la riga ${before.where} ha un altro valore: lasciane uno solo.`
          return { table, complaint: { field: 'weight', code: 'weight', message } }
        }
        weights.set(identity, { weight, where })
      }
      return null
    },
  }
}

const unitOf = ({ condominium_fiscal_code, condominium_name, staircase, unit }: CandidateRight): string[] => [
  condominium_fiscal_code ?? fold(condominium_name ?? ''),
  fold(staircase ?? ''),
  fold(unit),
]
