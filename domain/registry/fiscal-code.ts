import { fold } from '../fold.ts'
import { checkCharacter } from './check-character.ts'
import { isUnusualOffice, luhnHolds } from './eleven-digits.ts'

export type FiscalCodeReason = 'format' | 'check' | 'date' | 'place'
/** `office`: digits 8–10 of an 11-digit code name no tax office. Such codes exist, so it is only a warning. */
export type FiscalCodeWarning = 'office'

/** Error messages for the field. */
export const fiscalCodeReasons: Record<FiscalCodeReason, string> = {
  format: 'Un codice fiscale ha 16 caratteri, come RSSMRA85T10A562S, oppure 11 cifre.',
  check: 'Un carattere è sbagliato: ricontrolla il codice fiscale.',
  date: 'La data di nascita dentro il codice fiscale non esiste: ricontrolla i caratteri dal settimo all’undicesimo.',
  place:
    'Il luogo di nascita dentro il codice fiscale non esiste: ricontrolla i caratteri dal dodicesimo al quindicesimo.',
}
export const fiscalCodeWarnings: Record<FiscalCodeWarning, string> = {
  office: 'Le cifre dall’ottava alla decima sono insolite: ricontrollale.',
}

export type FiscalCodeCheck = {
  valid: boolean
  /** Normalised, even if invalid. */
  fiscal_code: string
  /** A person has 16 characters; condominiums and companies have 11 digits. */
  kind: 'person' | 'company' | null
  reasons: FiscalCodeReason[]
  warnings: FiscalCodeWarning[]
}

/**
 * DM 23 December 1976: 16 characters with check letter, omocodia included, whose date of birth must be in
 * the calendar; or the 11 digits of a condominium or company.
 */
export function checkFiscalCode(text: string): FiscalCodeCheck {
  const fiscal_code = normaliseFiscalCode(text)
  if (/^\d{11}$/.test(fiscal_code)) {
    const valid = luhnHolds(fiscal_code)
    const warnings: FiscalCodeWarning[] = valid && isUnusualOffice(fiscal_code) ? ['office'] : []
    return { valid, fiscal_code, kind: 'company', reasons: valid ? [] : ['check'], warnings }
  }
  const shape = personShape.test(fiscal_code)
  const reasons: FiscalCodeReason[] = shape ? personCodeErrors(fiscal_code) : ['format']
  return { valid: reasons.length === 0, fiscal_code, kind: shape ? 'person' : null, reasons, warnings: [] }
}

/**
 * Upper-case, without blanks, invisible characters or a spreadsheet's leading apostrophe; `IT` before 11
 * digits goes, since people paste a VAT number there.
 */
export const normaliseFiscalCode = (text: string): string =>
  text
    .replace(/[\s\p{Cf}]/gu, '')
    .replace(/[a-z]/g, (letter) => letter.toUpperCase())
    .replace(/^['’]/, '')
    .replace(/^IT(?=\d{11}$)/, '')

/** Whether a text is written like a person's codice fiscale, though its check character or date may be wrong. */
export const looksLikeFiscalCode = (text: string): boolean => personShape.test(normaliseFiscalCode(text))

export type VatNumberReason = 'format' | 'check'
export const vatNumberReasons: Record<VatNumberReason, string> = {
  format: 'Una partita IVA ha 11 cifre.',
  check: 'Una cifra è sbagliata: ricontrolla la partita IVA.',
}

/** Italian VAT number: 11 digits by Luhn, not all zeros; `IT` in front is dropped. */
export function checkVatNumber(text: string): {
  valid: boolean
  vat_number: string
  reasons: VatNumberReason[]
  warnings: FiscalCodeWarning[]
} {
  const vat_number = normaliseFiscalCode(text)
  if (!/^\d{11}$/.test(vat_number)) return { valid: false, vat_number, reasons: ['format'], warnings: [] }
  if (!luhnHolds(vat_number)) return { valid: false, vat_number, reasons: ['check'], warnings: [] }
  return { valid: true, vat_number, reasons: [], warnings: isUnusualOffice(vat_number) ? ['office'] : [] }
}

/** The code of an invented person. `birth_date` yyyy-mm-dd, `belfiore` the place (H501, Z110). */
export function makeFiscalCode(person: {
  surname: string
  name: string
  birth_date: string
  sex: 'M' | 'F'
  belfiore: string
}): string {
  const [year = '', month = '', day = ''] = person.birth_date.split('-')
  const dayCode = String(Number(day) + (person.sex === 'F' ? 40 : 0)).padStart(2, '0')
  const code =
    nameLetters(person.surname, 'surname') +
    nameLetters(person.name, 'given_name') +
    year.slice(2) +
    months.charAt(Number(month) - 1) +
    dayCode +
    person.belfiore
  return code + checkCharacter(code)
}

const months = 'ABCDEHLMPRST'
const omocodia = 'LMNPQRSTUV'
/** Letters, then digits or the omocodia letters that stand for them. */
const personShape = /^[A-Z]{6}[0-9L-NP-V]{2}[A-Z][0-9L-NP-V]{2}[A-Z][0-9L-NP-V]{3}[A-Z]$/

function personCodeErrors(code: string): FiscalCodeReason[] {
  const reasons: FiscalCodeReason[] = []
  if (checkCharacter(code.slice(0, 15)) !== code[15]) reasons.push('check')
  const month = months.indexOf(code.charAt(8)) + 1
  if (!dayExists(decoded(code.slice(6, 8)), month, decoded(code.slice(9, 11)))) reasons.push('date')
  if (!/^[A-MZ]/.test(code.slice(11)) || decoded(code.slice(12, 15)) === 0) reasons.push('place')
  return reasons
}

const decoded = (digits: string): number =>
  Number(digits.replace(/[L-V]/g, (letter) => String(omocodia.indexOf(letter))))

/** The century is not in the code: 29 February of year 00 is 2000's. */
function dayExists(year: number, month: number, dayCode: number): boolean {
  const day = dayCode > 40 ? dayCode - 40 : dayCode
  const longest = [31, year % 4 === 0 ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
  return day >= 1 && day <= longest
}

/** The three letters that stand for a surname or a given name in a code. */
export function nameLetters(text: string, of: 'surname' | 'given_name'): string {
  const letters = fold(text)
    .replace(/[^a-z]/g, '')
    .toUpperCase()
  const vowels = letters.replace(/[^AEIOU]/g, '')
  const consonants = letters.replace(/[AEIOU]/g, '')
  // A given name with four consonants or more leaves out the second.
  const chosen =
    of === 'given_name' && consonants.length > 3 ? consonants[0] + consonants.slice(2) : consonants
  return `${chosen}${vowels}XXX`.slice(0, 3)
}
