import { fold } from '@saldo/domain/fold'
import type { Complaint } from '../read/row-checks.ts'
import type { Doubt, RowDoubts } from '../read/row-doubts.ts'
import { type Cell, cellText } from '../spreadsheet/cells.ts'
import type { RegistryField } from './registry-fields.ts'
import { capital, SKIP } from './role-words.ts'

/** A unit and, where its cell names it, its staircase. */
export type UnitOfCell = {
  unit?: string
  staircase?: string
  complaint?: Complaint<RegistryField>
  skip?: boolean
}

/**
 * Reads the cell of a unit: a number, perhaps with `bis`, `Box 3`, or with its staircase in words (`Int. 3 sc. B`). Other
 * forms are asked about, alike for all rows: `B3` may be unit 3 of staircase B, the third box or a name.
 */
export function unitOfCell(
  row: number,
  cell: Cell | undefined,
  hasStaircase: boolean,
  doubts: RowDoubts,
): UnitOfCell {
  const text = cellText(cell)
  if (text === '') return {}
  if (cell?.kind === 'date' || MONTH.test(fold(text))) return { complaint: NO_DAY }
  const said = withStaircase(text)
  if (said) return said
  const unit = text.replace(NUMBERED, '')
  if (
    (PLAIN.test(fold(unit)) && !/^0+$/.test(unit)) ||
    (hasStaircase && (LETTER_FIRST.test(unit) || LETTER_LAST.test(unit)))
  )
    return { unit }
  const answer = doubts.ask(row, text, doubtAbout(unit, hasStaircase))
  if (answer === SKIP) return { skip: true }
  if (answer === 'fix') return { complaint: TO_FIX }
  return answer === 'staircase' ? apart(unit) : { unit }
}

const MONTH =
  /^\d{1,4}[-/. ](?:gen|feb|mar|apr|mag|giu|lug|ago|set|ott|nov|dic|jan|may|jun|jul|aug|sep|oct|dec)\w*\b/
const NO_DAY: Complaint<RegistryField> = {
  field: 'unit',
  code: 'date',
  message: 'Il foglio ha cambiato questo interno in una data: scrivilo com’era, per esempio 1/2.',
}
const TO_FIX: Complaint<RegistryField> = {
  field: 'unit',
  code: 'names',
  message: 'Scrivi qui solo l’interno, per esempio 3 o Box 3, oppure lascia fuori la riga.',
}

/** `Int. 3`, `n° 3` */
const NUMBERED = /^(?:int(?:erno)?|n(?:r|um(?:ero)?)?)\s*[.°º:]?\s*(?=\d)/i
const PLACE =
  '(?:box(?: auto)?|garage|posto (?:auto|moto)|posto|p\\.?a\\.?|cantina|cant\\.?|negozio|neg\\.?|ufficio|uff\\.?|magazzino|mag\\.?|deposito|locale|sottotetto|mansarda|attico|soffitta|solaio|autorimessa|appartamento|app\\.?|appto|alloggio|laboratorio|bottega|studio|villa|villetta|loft|monolocale|rimessa|unita)'
const PLAIN = new RegExp(
  `^(?:\\d{1,4}(?: ?(?:bis|ter|quater))?|[a-z]|${PLACE}(?: ?(?:n\\.?|nr\\.?|n°)? ?(?:\\d{1,4}(?: ?(?:bis|ter|[a-z]))?|[a-z]))?|unic[oa])$`,
)

const STAIRS = '(?:scala|scal\\.|sc\\.?)'
const INTERNAL = '(?:interno|int\\.?|unita|app\\.?|n\\.?)'
/** `Scala B int. 3`, `sc. B/3`, `Int. 3 sc. B`: the staircase is named by its word. */
const STAIRS_FIRST = new RegExp(
  `^${STAIRS}\\s*([a-z]|\\d{1,2}|[ivx]{1,4})\\s*[-–/,]?\\s*${INTERNAL}?\\s*(\\d{1,4}(?:\\s?(?:bis|ter|[a-z]))?)$`,
  'i',
)
const UNIT_FIRST = new RegExp(
  `^${INTERNAL}?\\s*(\\d{1,4}(?:\\s?(?:bis|ter))?)\\s*[-–/,]?\\s*\\(?${STAIRS}\\s*([a-z]|\\d{1,2}|[ivx]{1,4})\\)?$`,
  'i',
)

function withStaircase(text: string): UnitOfCell | null {
  const [, staircase, unit] = STAIRS_FIRST.exec(text) ?? []
  if (staircase && unit && new RegExp(`^${STAIRS}`, 'i').test(text))
    return { unit, staircase: staircase.toUpperCase() }
  const [, number, stairs] = UNIT_FIRST.exec(text) ?? []
  return number && stairs ? { unit: number, staircase: stairs.toUpperCase() } : null
}

const LETTER_FIRST = /^([a-z]) ?[-/. ]? ?(?:int\.? ?)?(\d{1,4})$/i
const LETTER_LAST = /^(\d{1,4}) ?[-/. ]? ?([a-z])$/i

/** `B3` and `3/B` as staircase and number. */
function apart(unit: string): UnitOfCell {
  const [, letter, number] = LETTER_FIRST.exec(unit) ?? []
  if (letter && number) return { staircase: letter.toUpperCase(), unit: number }
  const [, digits = unit, last = ''] = LETTER_LAST.exec(unit) ?? []
  return { staircase: last.toUpperCase(), unit: digits }
}

/** `Scala A`, `sc. a` and `A` are one staircase. */
export const staircaseName = (text: string): string => {
  const name = text.replace(/^(?:scala|scal\.|sc\.?)\s+/i, '').trim()
  return name.length <= 2 ? name.toUpperCase() : name
}

function doubtAbout(unit: string, hasStaircase: boolean): Doubt {
  if (/^0+$/.test(unit)) return zero
  if (!hasStaircase && LETTER_FIRST.test(unit)) return letters(unit, 'staircase')
  if (!hasStaircase && LETTER_LAST.test(unit)) return letters(unit, 'whole')
  return odd
}

const letters = (unit: string, proposal: 'staircase' | 'whole'): Doubt => {
  const read = apart(unit)
  return {
    question: `rows:unit_letters_${proposal}`,
    text: ({ inRows, examples }) =>
      `${capital(inRows)} l’interno ha una lettera e un numero (${examples}): la lettera è la scala?`,
    options: [
      {
        value: 'staircase',
        label: 'Sì, la lettera è la scala',
        detail: `«${unit}» è la scala ${read.staircase}, interno ${read.unit}`,
      },
      { value: 'whole', label: 'No, fa parte dell’interno', detail: `«${unit}» è l’interno ${unit}` },
      { value: 'fix', label: 'Dipende: le righe restano da correggere', detail: null },
    ],
    proposal,
  }
}

/** Some programs write 0 where there is no unit. */
const zero: Doubt = {
  question: 'rows:unit_zero',
  text: ({ inRows }) => `${capital(inRows)} l’interno è 0: è il numero di un’unità?`,
  options: [
    { value: 'whole', label: 'Sì, è l’interno 0', detail: null },
    { value: 'fix', label: 'No, l’interno manca: le righe restano da correggere', detail: null },
    { value: SKIP, label: 'Non sono unità', detail: 'le righe restano fuori' },
  ],
  proposal: 'whole',
}

const odd: Doubt = {
  question: 'rows:odd_units',
  text: ({ inRows, examples }) =>
    `${capital(inRows)} l’interno è scritto in modo insolito (${examples}): è il nome di un’unità sola?`,
  options: [
    { value: 'whole', label: 'Sì, si chiama così', detail: null },
    { value: 'fix', label: 'No: le righe restano da correggere', detail: 'si correggono qui sotto' },
    { value: SKIP, label: 'Non sono unità', detail: 'le righe restano fuori' },
  ],
  proposal: 'fix',
}
