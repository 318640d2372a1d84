import { today } from '@saldo/domain/dates'
import { fold } from '@saldo/domain/fold'
import { doubtsAboutName, namesByCode } from '../read/names-and-codes.ts'
import { emptySummary, type ImportSummary, type ReadSheet } from '../read/sheet-reading.ts'
import { type Buildings, noBuildings, useKnownName } from '../read/table-building.ts'
import type { Row } from '../spreadsheet/cells.ts'
import type { CandidateRight } from './candidate-right.ts'
import { contactsOfPeople } from './contacts-of-people.ts'
import { personBeside } from './person-beside.ts'
import { registryReader } from './read-sheet-registry.ts'
import { otherWeight, repeatedRights } from './repeated-rights.ts'
import { samePeople } from './same-people.ts'
import { countShare, reportShortShares } from './unit-shares.ts'
import { rightInFile, unitsOfFile } from './units-of-file.ts'

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
  const day = today()
  const seen = repeatedRights()
  const names = namesByCode()
  const units = unitsOfFile()
  const contacts = contactsOfPeople()
  const people = samePeople(sheets.flatMap(({ tables }) => tables.map(({ answers = {} }) => answers)))

  for (const { rows, tables } of sheets) {
    const readers = tables.map((table) => registryReader(table, summary))
    for await (const row of rows) {
      for (const reader of readers) {
        for (const right of reader.read(row)) if (isKept(right, row, reader)) yield right
      }
    }
    for (const reader of readers) summary.notices.push(...reader.finish())
  }
  reportShortShares(units.all())
  return summary

  /** Settles what the rows above leave open about a right; whether it is kept. What is wrong or repeated is reported. */
  function isKept(right: CandidateRight, row: Row, reader: RegistryReader): boolean {
    const { doubts } = reader
    const said = reader.rightIsSaid(right)
    useKnownName(right, known)
    const building = right.condominium_fiscal_code ?? fold(right.condominium_name ?? '')
    const unit = units.of(building, right, doubts)
    const someone = people.settle(building, right, doubts)
    const kept = rightInFile(right, said)
    const contact = contacts.settle(building, unit, kept.who, right, doubts)
    for (const warning of contact.warnings) reader.report(row, 'warnings', warning)

    const repeats = seen.keep(unit, kept)
    if (repeats) reader.report(row, repeats.same ? 'warnings' : 'issues', repeats.complaint)
    if (repeats?.same) summary.repeated++
    if (repeats) return false
    const other = right.weights_add ? null : otherWeight(unit, right.weights)
    if (other) reader.report(row, 'issues', other.complaint, reader.columnOf(other.table))
    if (other) return false

    const beside = personBeside(unit, kept, day, doubts)
    if (typeof beside === 'string') right.right_kind = kept.right_kind = beside
    units.keep(unit, kept)
    const place = { ...row, cells: [] }
    const wrong =
      someone ??
      contact.complaint ??
      (typeof beside === 'string' ? null : beside) ??
      names.otherName(right) ??
      countShare(unit, kept, (short) => reader.report(place, 'warnings', short))
    if (wrong) {
      reader.report(row, 'issues', wrong)
      return false
    }
    for (const doubt of doubtsAboutName(right)) reader.report(row, 'warnings', doubt)
    summary.count++
    summary.sum += right.amount
    return true
  }
}

type RegistryReader = ReturnType<typeof registryReader>
