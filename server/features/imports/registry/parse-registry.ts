import { fold } from '@saldo/domain/fold'
import { doubtsAboutName, namesByCode } from '../read/names-and-codes.ts'
import type { Complaint } from '../read/row-checks.ts'
import { emptySummary, type ImportSummary, type ReadSheet } from '../read/sheet-reading.ts'
import { type Buildings, noBuildings, useKnownName } from '../read/table-building.ts'
import type { Row } from '../spreadsheet/cells.ts'
import type { CandidateRight } from './candidate-right.ts'
import { contactsOfPeople } from './contacts-of-people.ts'
import { peopleOfUnits } from './people-of-units.ts'
import { registryReader } from './read-sheet-registry.ts'
import { samePeople } from './same-people.ts'
import { sharesOfUnits } from './unit-shares.ts'

/** Reads all sheets at once; `readRegistry` does the same row by row. */
export async function parseRegistry(sheets: ReadSheet[], known: Buildings = noBuildings) {
  const rights: CandidateRight[] = []
  const reading = readRegistry(sheets, known)
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
  known: Buildings = noBuildings,
): AsyncGenerator<CandidateRight, ImportSummary> {
  const summary = emptySummary()
  const seen = rememberedRows()
  const names = namesByCode()
  const shares = sharesOfUnits()
  const units = peopleOfUnits()
  const contacts = contactsOfPeople()
  const people = samePeople(sheets.flatMap(({ tables }) => tables.map(({ answers = {} }) => answers)))

  for (const { rows, tables } of sheets) {
    const readers = tables.map((table) => registryReader(table, summary))
    for await (const row of rows) {
      for (const reader of readers) {
        for (const right of reader.read(row)) {
          useKnownName(right, known)
          right.unit = units.spelled(JSON.stringify(unitOf(right).slice(0, 2)), right, reader.doubts)
          right.unit = units.named(JSON.stringify(unitOf(right)), right, reader.doubts)
          const someone = people.settle(buildingOf(right), right, reader.doubts)
          const place = { ...row, cells: [] }
          const contact = contacts.settle(
            buildingOf(right),
            JSON.stringify(unitOf(right).slice(1)),
            right,
            reader.doubts,
          )
          for (const warning of contact.warnings) reader.report(row, 'warnings', warning)
          if (!counts(right, row, reader)) continue
          const said = reader.rightIsSaid(right)
          const beside = units.beside(JSON.stringify(unitOf(right)), right, said, reader.doubts)
          if (typeof beside === 'string') right.right_kind = beside
          const wrong =
            someone ??
            contact.complaint ??
            (typeof beside === 'string' ? null : beside) ??
            names.otherName(right) ??
            shares.tooMuch(JSON.stringify(unitOf(right)), right, (short) =>
              reader.report(place, 'warnings', short),
            )
          if (wrong) {
            reader.report(row, 'issues', wrong)
            continue
          }
          for (const doubt of doubtsAboutName(right)) reader.report(row, 'warnings', doubt)
          summary.count++
          summary.sum += right.amount
          yield right
        }
      }
    }
    for (const reader of readers) summary.notices.push(...reader.finish())
  }
  shares.reportShort()
  return summary

  /** Whether the right is new; a repetition is reported. */
  function counts(right: CandidateRight, row: Row, reader: ReturnType<typeof registryReader>): boolean {
    const repeats = seen.right(right)
    if (repeats) {
      reader.report(row, repeats.same ? 'warnings' : 'issues', repeats.complaint)
      if (repeats.same) summary.repeated++
      return false
    }
    const other = right.weights_add ? null : seen.weights(right)
    if (other) reader.report(row, 'issues', other.complaint, reader.columnOf(other.table))
    return !other
  }
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

const buildingOf = ({ condominium_fiscal_code, condominium_name }: CandidateRight): string =>
  condominium_fiscal_code ?? fold(condominium_name ?? '')

const unitOf = (right: CandidateRight): string[] => [
  buildingOf(right),
  fold(right.staircase ?? ''),
  fold(right.unit),
]
