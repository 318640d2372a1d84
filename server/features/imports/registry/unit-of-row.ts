import type { RowInHand } from './registry-row.ts'
import { staircaseName, unitOfCell } from './unit-cell.ts'
import { calledIn, useOf } from './unit-words.ts'

/** Reads unit, staircase, floor and use of a row; true if the row is left out, as a person answered about its unit. */
export function readUnit({ row, at, facts, checks, doubts, keep, written }: RowInHand): boolean {
  const { complaint, skip, ...place } = unitOfCell(row, at('unit'), facts.staircase !== undefined, doubts)
  if (complaint) checks.complaints.push(complaint)
  Object.assign(facts, place)
  if (facts.staircase) facts.staircase = staircaseName(facts.staircase)
  if (at('floor')?.kind === 'date')
    checks.complain(
      'floor',
      'date',
      'Il foglio ha cambiato questo piano in una data: scrivilo com’era, per esempio 1-2.',
    )
  keep('use', written('use') === '' ? undefined : useOf(written('use')))
  const word = calledIn(written('use'))
  if (word) facts.called = word
  const category = written('cadastral_category')
  if (!facts.use && /^[a-d] ?\/? ?\d{1,2}$/i.test(category)) facts.use = useOf(category)
  if (!facts.use && /^[a-z]{3}/i.test(facts.unit ?? '')) facts.use = useOf(facts.unit ?? '')
  return skip === true
}
