import { fold } from '@saldo/domain/fold'
import { holdsMoney } from '../read/column-facts.ts'
import { normalHeader } from '../read/header-words.ts'
import type { RecognisedColumn, RecognisedTable } from '../read/recognise-columns.ts'
import type { FurtherField } from './further-people.ts'
import { contactOf, isPersonBeside } from './person-headers.ts'
import { registryFieldOf } from './registry-fields.ts'
import { rightOf } from './role-words.ts'
import { isNo, isYes } from './unit-words.ts'

/** What a column of a registry without a field may hold, so that a person must say its use. */
export type UseOfColumn = 'people' | 'balance' | 'weight' | 'annex'

/**
 * Marks the columns of a registry that hold something of weight and have no field: people beside the first, balances under
 * a name of their own, tables of weights that only their sum gives away, boxes and cellars. Everything else is listed.
 */
export function doubtColumnsOfUnits({ columns }: RecognisedTable): void {
  preferThoseOfToday(columns)
  setNumberedApart(columns)
  for (const column of columns)
    if (column.field === null && !column.tied && !column.whose && useOfColumn(column)) column.doubt = 'use'
  giveContacts(columns)
}

/** Tells what a column may hold that a person must be asked about; null when there is nothing to ask. */
export function useOfColumn(column: RecognisedColumn): UseOfColumn | null {
  const { header, facts } = column
  if (!facts || facts.filled === 0) return null
  const words = normalHeader(header)
  if (ANNEX.test(words) && !(facts.with_cents ?? 0)) return 'annex'
  const numbers = facts.amounts * 2 > facts.filled
  if (mayBeBalance(column, words)) return 'balance'
  if (numbers) return isWhole(column) ? 'weight' : null
  if (saysOnlyWho(column)) return null
  return isPersonBeside(words, facts.names * 2 > facts.filled) ? 'people' : null
}

const ANNEX =
  /^(?:numero )?(?:box(?: auto)?|garage|autorimess[ae]|post[oi] (?:auto|moto)|cantin[ae]|soffitt[ae]|solai[o]?|magazzin[oi]|deposit[oi])(?: numero)?$/
const BALANCE =
  /\b(?:sald[oi]|debit[oi]|credit[oi]|arretrat[oi]|morosita|conguagli[oi]|insolut[oi]|residu[oi]|scadut[oae]|dovut[oi]|dare|avere|riport[oi]|anticip[oi]|accont[oi]|(?:pagare|versare))\b/
const NO_BALANCE = /\b(?:data|decorrenza|giorno|iban|rata|percento)\b/

function mayBeBalance(column: RecognisedColumn, words: string): boolean {
  const { amounts = 0, filled = 0, dates = 0, negative = 0, positive = 0, examples = [] } = column.facts ?? {}
  if (amounts === filled && negative === 0 && positive === 0) return false
  if (column.header.trim() === '') return amounts * 2 > filled && holdsMoney(column) && !isWhole(column)
  if (!BALANCE.test(words) || NO_BALANCE.test(words) || dates * 2 > filled) return false
  return amounts > 0 || examples.some((text) => /\d/.test(text))
}

/** Weights add up to a thousand, for each condominium, or to a hundred or to one. */
function isWhole({ header, facts }: RecognisedColumn): boolean {
  const { sum = 0, filled = 0, counts, negative = 0 } = facts ?? {}
  if (counts || negative < 0 || sum <= 0) return false
  if (NO_TABLE.test(normalHeader(header)) || registryFieldOf(header) !== null) return false
  const near = (whole: number, times = 1) => Math.abs(sum - times * whole) <= Math.min(100, whole * 0.002)
  if (filled > 1 && (near(THOUSAND / 10) || near(THOUSAND / 1000))) return true
  const buildings = Math.round(sum / THOUSAND)
  return buildings > 0 && buildings <= filled && near(THOUSAND, buildings)
}
/** A thousand thousandths, as hundredths. */
const THOUSAND = 100_000
const NO_TABLE =
  /\b(?:numero|codice|id|mq|mc|superficie|metri|vani|persone|rendita|cap|civico|telefono|cellulare|fax|foglio|particella|mappale|sub|subalterno|progressivo|matricola|contatore|anno)\b/

/** `Proprietario`, `sì`: the column tells who lives there, and names nobody. */
const saysOnlyWho = ({ facts }: RecognisedColumn): boolean =>
  facts?.values?.every(({ text }) => saysOnlyARight(text)) ?? false

/** A word for a right, or yes or no, instead of a name. */
export const saysOnlyARight = (text: string): boolean => rightOf(text) !== null || isYes(text) || isNo(text)

const GONE = /\b(?:ex|precedent[ei]|vecchi[oa]|uscente|cedente|venditore|cessat[oa]|passat[oa])\b/
export const isOfBefore = (header: string): boolean => GONE.test(fold(header))

/** Proposes the owners of today, if another column has the owners of before. */
function preferThoseOfToday(columns: RecognisedColumn[]): void {
  const holder = columns.find(({ field }) => field === 'holder')
  const today = columns.find(({ tied, header }) => tied === 'holder' && !isOfBefore(header))
  if (!holder || !today || !isOfBefore(holder.header)) return
  delete today.tied
  Object.assign(today, { field: 'holder', confidence: 0.6 })
  Object.assign(holder, { field: null, confidence: 0, tied: 'holder' })
  if (holder.facts) holder.facts.differs = true
}

/** `Intestatario 1` and `Intestatario 2` are two people of the unit: the second is no rival of the first. */
function setNumberedApart(columns: RecognisedColumn[]): void {
  for (const column of columns)
    if (
      column.tied === 'holder' &&
      /\b(?:[2-9]|ii|iii|second[oa]|terz[oa])$|^(?:second|terz|altr)[oia]\b/.test(normalHeader(column.header))
    )
      delete column.tied
}

/** Tax codes and contacts that stand behind the name of a further person are theirs, if the first person's stand before it. */
function giveContacts(columns: RecognisedColumn[]): void {
  const people = columns.filter((column) => column.doubt === 'use' && useOfColumn(column) === 'people')
  for (const person of people) {
    const next = people.find(({ index }) => index > person.index)?.index ?? Number.POSITIVE_INFINITY
    for (const column of columns) {
      const contact = contactOf(column.header)
      const isBehind = column.index > person.index && column.index < next
      const isFree =
        column.field === null || columns.some((other) => other !== column && other.field === contact)
      const ofFirst = columns.find(({ field }) => field === contact)
      if (!contact || !isBehind || !isFree || !ofFirst || ofFirst.index > person.index) continue
      delete column.tied
      delete column.doubt
      Object.assign(column, { field: 'also_contact' satisfies FurtherField, confidence: 0.6 })
    }
  }
}
