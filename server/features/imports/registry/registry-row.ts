import { maskIbansIn } from '@saldo/domain/iban'
import { type Complaint, type RowChecks, rowChecks } from '../read/row-checks.ts'
import type { RowDoubts } from '../read/row-doubts.ts'
import { type Cell, cellText, type Epoch } from '../spreadsheet/cells.ts'
import type { CandidateRight } from './candidate-right.ts'
import { contactsInPlace, readContacts } from './contacts-of-row.ts'
import { readOpening } from './opening-of-row.ts'
import type { CellOf } from './people-of-row.ts'
import type { RegistryField } from './registry-fields.ts'
import { readRight } from './right-of-row.ts'
import { readUnit } from './unit-of-row.ts'
import { provinceOf } from './unit-words.ts'

/**
 * A cell of a column beyond the first of its kind: `Cellulare` beside `Telefono`, `Insoluto` to be added to `Debito`.
 */
export type FurtherCell = {
  field: 'second_phone' | 'second_email' | 'opening_balance' | 'opening_debt' | 'opening_credit'
  cell: Cell
}

/** The data of unit, person and right in a row, without the weights. */
export type RightFacts = Partial<Omit<CandidateRight, 'sheet' | 'row' | 'weights'>> & {
  building?: string
  /** Values that Saldo has no place for: the kind, and the value. */
  not_kept?: [string, string][]
}

export type ReadRight = {
  facts: RightFacts
  complaints: Complaint<RegistryField>[]
  warnings: Complaint<RegistryField>[]
  /** The person has no right in the unit, as somebody answered: the row is left out. */
  skip: boolean
}

/**
 * A row that is being read. Each part (unit, right, contacts, ...) takes its cells with `at` and puts what it found into
 * `facts`, what is wrong into `checks`, and what only a person knows to `doubts`.
 */
export type RowInHand = {
  row: number
  at: CellOf
  facts: RightFacts
  checks: RowChecks<RegistryField>
  doubts: RowDoubts
  /** The text of a field's cell, '' without one. */
  written: (field: RegistryField) => string
  keep: <N extends keyof RightFacts>(name: N, value: RightFacts[N] | undefined) => void
  /** Remembers a value that Saldo has no place for, to be listed. */
  notKept: (what: string, value: string) => void
}

/**
 * Makes a reader of a registry's rows. `at` returns the cell of a field, if it has a column; `further` are the cells of
 * columns beyond the first of their kind.
 */
export function registryRowReader(
  epoch: Epoch,
  doubts: RowDoubts,
  sharesArePercent = false,
): (row: number, at: CellOf, further?: readonly FurtherCell[]) => ReadRight {
  const checksOf = rowChecks<RegistryField>(epoch)
  return (row, written_at, further = []) => {
    const at = contactsInPlace(written_at)
    const facts: RightFacts = {}
    const checks = checksOf(at)
    const hand: RowInHand = {
      row,
      at,
      facts,
      checks,
      doubts,
      written: (field) => cellText(at(field)),
      keep: (name, value) => {
        if (value !== undefined) facts[name] = value
      },
      notKept: (what, value) => {
        facts.not_kept = [...(facts.not_kept ?? []), [what, maskIbansIn(value)]]
      },
    }
    readTexts(hand)
    const noUnit = readUnit(hand)
    const noRight = readRight(hand, sharesArePercent)
    readCodes(hand)
    readAddress(hand)
    readContacts(hand, further)
    readOpening(hand, further)
    return { facts, complaints: checks.complaints, warnings: checks.warnings, skip: noUnit || noRight }
  }
}

const TEXTS = [
  'condominium_name',
  'condominium_address',
  'condominium_city',
  'building',
  'staircase',
  'floor',
  'cadastral_sheet',
  'cadastral_parcel',
  'cadastral_subunit',
  'cadastral_category',
  'holder',
  'address',
  'city',
] as const

function readTexts({ facts, checks, keep, written }: RowInHand): void {
  for (const field of TEXTS) keep(field, checks.text(field))
  const number = written('house_number')
  if (facts.address && number && !facts.address.endsWith(` ${number}`)) facts.address += ` ${number}`
  if (facts.address && ON_THE_SPOT.test(facts.address)) {
    delete facts.address
    checks.warn('address', 'as_above', 'L’indirizzo rimanda a quello del condominio: non è stato scritto.')
  }
  if (!facts.holder) keep('holder', `${written('surname')} ${written('given_name')}`.trim() || undefined)
}

/** No address to write to, but a reference to that of the building. */
const ON_THE_SPOT =
  /^(?:sul posto|in loco|in sede|stess[oa](?: indirizzo| via)?|presso (?:il )?condominio|(?:vedi|come) (?:sopra|condominio)|residente(?: in loco| nel condominio)?)[ .]*$/i

/** Tax codes and bank accounts. */
function readCodes({ facts, checks, keep, written, notKept }: RowInHand): void {
  for (const field of ['condominium_fiscal_code', 'fiscal_code'] as const)
    keep(field, checks.fiscalCode(field))
  const vat = checks.vatNumber('vat_number')
  if (!facts.fiscal_code) keep('fiscal_code', vat)
  else if (vat && vat !== facts.fiscal_code) notKept('partite IVA accanto al codice fiscale', vat)
  keep('iban', checks.iban('iban'))
  // A person's IBAN is checked like the other fields; it becomes a mandate only with their consent.
  if (checks.iban('holder_iban')) notKept('IBAN delle persone, solo controllati', written('holder_iban'))
}

/** Zip code and province; those of other countries have no Italian form. */
function readAddress({ facts, checks, keep, written, notKept }: RowInHand): void {
  const country = written('country')
  const isNamed = country !== '' && !/^ital/i.test(country) && !/^it$/i.test(country)
  // EE stands for a foreign country where programs ask for a province.
  const abroad = isNamed || /^\(?ee\)?$/i.test(written('province'))
  if (abroad) {
    keep('zip_code', checks.text('zip_code'))
    if (isNamed) notKept('nazioni', country)
    return
  }
  keep('zip_code', checks.zipCode('zip_code'))
  const province = written('province')
  if (province === '') return
  const code = provinceOf(province)
  if (code) facts.province = code
  else
    checks.complain(
      'province',
      'province',
      `La provincia «${province}» non esiste: scrivi la sigla, per esempio MI.`,
    )
}
