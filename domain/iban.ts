import { mod97 } from './mod97.ts'
import { checkCharacter } from './registry/check-character.ts'

export type IbanReason = 'format' | 'country' | 'length' | 'checksum' | 'cin' | 'blacklisted' | 'duplicate'

/** Error messages for the IBAN field. Only the server finds `blacklisted` and `duplicate`. */
export const ibanReasons: Record<IbanReason, string> = {
  format: 'Un IBAN ha solo lettere e cifre, come IT60 X054 2811 1010 0000 0123 456.',
  country: 'Le prime due lettere non sono quelle di un paese che usa gli IBAN: in Italia sono IT.',
  length: 'Il numero di caratteri non torna: un IBAN italiano ne ha 27.',
  checksum: 'Manca una cifra o una è sbagliata: ricontrolla i gruppi.',
  cin: 'La lettera dopo le prime due cifre (CIN) non torna con il resto: ricontrolla i gruppi.',
  blacklisted: 'Questo IBAN è bloccato: non può ricevere né pagare. Scrivi all’assistenza.',
  duplicate: 'Questo IBAN è già di un altro condominio: ogni condominio ha il suo conto.',
}

export type IbanCheck = {
  valid: boolean
  /** Normalised, even if invalid. */
  iban: string
  /** The first two characters, '' when they are not letters. */
  country: string
  /** The most specific reason first; empty if valid. */
  reasons: IbanReason[]
}

/**
 * ISO 13616: country, its length, mod 97; for Italy and San Marino also the CIN, which mod 97 does not
 * protect (and public libraries skip).
 */
export function checkIban(text: string): IbanCheck {
  const iban = normaliseIban(text)
  const country = /^[A-Z]{2}/.exec(iban)?.[0] ?? ''
  const reasons = invalidReasons(iban, country)
  return { valid: reasons.length === 0, iban, country, reasons }
}

/** Upper-case, without blanks, invisible characters, a spreadsheet's leading apostrophe or the word IBAN. */
export const normaliseIban = (text: string): string =>
  text
    .replace(/[\s\p{Cf}]/gu, '')
    // Only a–z: toUpperCase would turn foreign letters such as ß and ı into acceptable ones.
    .replace(/[a-z]/g, (letter) => letter.toUpperCase())
    .replace(/^['’]?(?:IBAN:?)?/, '')

/** `IT60 •••• 3456`: the first four and the last four, as the specification's §5 asks. */
export function maskIban(text: string): string {
  const iban = normaliseIban(text)
  return iban.length > 8 ? `${iban.slice(0, 4)} •••• ${iban.slice(-4)}` : '••••'
}

/** The text with every IBAN in it masked; of those written in groups, the Italian ones. */
export const maskIbansIn = (text: string): string =>
  text.replace(/\bIT\s?\d{2}(?:\s?[A-Z\d]){23}\b|\b[A-Z]{2}\d{2}[A-Z\d]{11,30}\b/gi, maskIban)

/**
 * Whether a text holds a valid IBAN, in whatever case and however its groups are set apart. Dates and amounts in between
 * end it; one that is mostly letters is not looked for, because ordinary words would pass for it.
 */
export function holdsIban(text: string): boolean {
  const run = text
    .normalize('NFKC')
    .replace(/[\s\p{Cf}._-]/gu, '')
    .replace(/[a-z]/g, (letter) => letter.toUpperCase())
  for (const { index } of run.matchAll(/(?=[A-Z]{2}\d{2})/g)) {
    const found = run.slice(index, index + (lengths[run.slice(index, index + 2)] ?? 0))
    if (found.replace(/\D/g, '').length >= leastDigits && checkIban(found).valid) return true
  }
  return false
}
const leastDigits = 12

/** `IT60 X054 2811 1010 0000 0123 456` */
export const groupIban = (text: string): string => normaliseIban(text).replace(/(.{4})(?=.)/g, '$1 ')

/** The bank's five-digit ABI code inside an Italian or San Marino IBAN; null for any other text. */
export const ibanAbi = (text: string): string | null =>
  /^(?:IT|SM)\d\d[A-Z](\d{5})\d{5}[0-9A-Z]{12}$/.exec(normaliseIban(text))?.[1] ?? null

/**
 * The valid IBAN of an account: ABI and CAB of up to five digits, account of up to twelve characters, each
 * padded with zeros on the left. Throws RangeError when a part cannot be what it says.
 */
export function makeItalianIban(parts: {
  abi: string
  cab: string
  account: string
  country?: 'IT' | 'SM'
}): string {
  const { country = 'IT' } = parts
  const coordinates = `${parts.abi.padStart(5, '0')}${parts.cab.padStart(5, '0')}${parts.account.padStart(12, '0')}`
  if (!/^\d{10}[0-9A-Z]{12}$/.test(coordinates)) throw new RangeError(`not bank coordinates: ${coordinates}`)
  const bban = checkCharacter(coordinates) + coordinates
  const digits = String(98 - mod97(`${bban}${country}00`)).padStart(2, '0')
  return country + digits + bban
}

function invalidReasons(iban: string, country: string): IbanReason[] {
  if (!/^[A-Z]{2}\d{2}[0-9A-Z]+$/.test(iban)) return ['format']
  const length = lengths[country]
  if (length === undefined) return ['country']
  if (iban.length !== length) return ['length']

  const italian = country === 'IT' || country === 'SM'
  if (italian && !/^.{4}[A-Z]\d{10}/.test(iban)) return ['format']
  const reasons: IbanReason[] = []
  if (!checksumHolds(iban)) reasons.push('checksum')
  if (italian && checkCharacter(iban.slice(5)) !== iban[4]) reasons.push('cin')
  return reasons
}

/** 00, 01 and 99 satisfy the congruence but are never issued: check digits run from 02 to 98. */
const checksumHolds = (iban: string): boolean =>
  mod97(iban.slice(4) + iban.slice(0, 4)) === 1 && !/^..(?:00|01|99)/.test(iban)

/** SWIFT's IBAN registry: characters per country. */
// biome-ignore format: keep it as a table
const lengths: Record<string, number> = {
  AD: 24, AE: 23, AL: 28, AT: 20, AZ: 28, BA: 20, BE: 16, BG: 22, BH: 22, BI: 27, BR: 29, BY: 28, CH: 21, CR: 22,
  CY: 28, CZ: 24, DE: 22, DJ: 27, DK: 18, DO: 28, EE: 20, EG: 29, ES: 24, FI: 18, FK: 18, FO: 18, FR: 27, GB: 22,
  GE: 22, GI: 23, GL: 18, GR: 27, GT: 28, HN: 28, HR: 21, HU: 28, IE: 22, IL: 23, IQ: 23, IS: 26, IT: 27, JO: 30,
  KW: 30, KZ: 20, LB: 28, LC: 32, LI: 21, LT: 20, LU: 20, LV: 21, LY: 25, MC: 27, MD: 24, ME: 22, MK: 19, MN: 20,
  MR: 27, MT: 31, MU: 30, NI: 28, NL: 18, NO: 15, OM: 23, PK: 24, PL: 28, PS: 29, PT: 25, QA: 29, RO: 24, RS: 22,
  RU: 33, SA: 24, SC: 31, SD: 18, SE: 24, SI: 19, SK: 24, SM: 27, SO: 23, ST: 25, SV: 28, TL: 23, TN: 24, TR: 26,
  UA: 29, VA: 22, VG: 24, XK: 20, YE: 30,
}
