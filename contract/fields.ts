import { isDay } from '@saldo/domain/dates'
import { checkIban, ibanReasons, normaliseIban } from '@saldo/domain/iban'
import { isEmail } from '@saldo/domain/registry/email'
import {
  checkFiscalCode,
  checkVatNumber,
  fiscalCodeReasons,
  vatNumberReasons,
} from '@saldo/domain/registry/fiscal-code'
import { isPhone, notAPhone } from '@saldo/domain/registry/phone'
import { isProvince } from '@saldo/domain/registry/province'
import { whyNotDebitIban } from '@saldo/domain/sepa/debit-iban'
import { z } from 'zod'

/** Integer cents; 99,999,999,999 (just under a billion euro) bounds every amount. */
export const Cents = z.number().int().min(-99_999_999_999).max(99_999_999_999)
export const PositiveCents = z
  .number('Scrivi un importo.')
  .int()
  .positive('L’importo deve essere maggiore di zero.')
  .max(99_999_999_999)

const noDay = 'Scrivi una data che esista, per esempio 15/09/2026.'
/** A calendar day, `yyyy-mm-dd`, that exists, from 1900 to 2199. */
export const Day = z.iso.date(noDay).refine(isDay, noDay)
/**
 * A day in a reply. Not validated: it comes from our database, and validating it cost more than all other fields of a
 * list.
 */
export const StoredDay = z.string().meta({ format: 'date' })
/** A figure of bills; null, never zero, for a sub-user who may not read bills. */
export const OfBills = (description: string) =>
  z
    .number()
    .nullable()
    .meta({ description: `${description}; null without the permission to read bills` })
/** What the bills of a person or a condominium ask for, in cents, as the glossary defines it. */
export const owedOfBills = {
  residue: OfBills('Cents still due'),
  overdue: OfBills('Of the residue, what was due before today, whatever befell the bill'),
  pending: OfBills('Of the residue, what payments under way hold'),
  disputed: OfBills('Of what was settled, what disputes hold until the payer’s bank decides'),
}
/** An instant, ISO 8601 in UTC. */
export const Instant = z.string()

/** A minute in Italy, `yyyy-mm-ddThh:mm`, that exists. */
export const Minute = (wrong: string) =>
  z
    .string(wrong)
    .regex(/^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d$/, wrong)
    .refine((value) => isDay(value.slice(0, 10)), wrong)

/**
 * Characters that nobody sees: zero-width ones, marks of direction, blank fillers. A joiner stays before an emoji, where it
 * makes one of two.
 */
const invisible =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each of them is meant alone
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]|\u200d(?!\p{Extended_Pictographic})/gu
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/**
 * Text typed by a person: trimmed, without control characters; invisible ones are left out, and something must be left.
 */
export const text = (max: number, missing = 'Questo campo è obbligatorio.') =>
  z
    .string(missing)
    .overwrite((typed) => typed.replace(invisible, ''))
    .trim()
    .min(1, missing)
    .max(max, `Al massimo ${max} caratteri.`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: nobody types them
    .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f]*$/, 'Contiene caratteri che non si possono usare.')
    .refine((typed) => typed === '' || visible.test(typed), missing)
/** An optional text: blanks, invisible characters alone and '' become null. */
export const optionalText = (max: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' && value.replace(invisible, '').trim() === '' ? null : value),
    text(max).nullish(),
  )

const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? null : value), schema.nullish())

/** An Italian or foreign IBAN, normalised; the message explains what is wrong. */
export const Iban = z.string('Scrivi l’IBAN.').transform((value, context) => {
  const checked = checkIban(value)
  if (!checked.valid)
    context.addIssue({ code: 'custom', message: ibanReasons[checked.reasons[0] ?? 'format'] })
  return checked.iban
})
export const OptionalIban = optional(Iban)
/** An IBAN that SEPA debits reach, normalised. */
export const DebitIban = z.string('Scrivi l’IBAN.').transform((value, context) => {
  const why = whyNotDebitIban(value)
  if (why) context.addIssue({ code: 'custom', message: why })
  return normaliseIban(value)
})

/** Codice fiscale of a person (omocodia included) or 11 digits, normalised. */
export const FiscalCode = z.string('Scrivi il codice fiscale.').transform((value, context) => {
  const checked = checkFiscalCode(value)
  if (!checked.valid)
    context.addIssue({ code: 'custom', message: fiscalCodeReasons[checked.reasons[0] ?? 'format'] })
  return checked.fiscal_code
})
export const OptionalFiscalCode = optional(FiscalCode)

export const VatNumber = z.string().transform((value, context) => {
  const checked = checkVatNumber(value)
  if (!checked.valid)
    context.addIssue({ code: 'custom', message: vatNumberReasons[checked.reasons[0] ?? 'format'] })
  return checked.vat_number
})
export const OptionalVatNumber = optional(VatNumber)

export const Email = z
  .string('Scrivi un indirizzo e-mail.')
  .trim()
  .max(254)
  .refine(isEmail, 'Questo indirizzo e-mail non è completo.')
export const OptionalEmail = optional(Email)

export const OptionalPhone = optional(
  z.string().trim().max(30, 'Al massimo 30 caratteri.').refine(isPhone, notAPhone),
)

export const ZipCode = z.string().regex(/^\d{5}$/, 'Il CAP ha cinque cifre.')
export const OptionalZipCode = optional(ZipCode)
export const OptionalProvince = optional(
  z
    .string()
    .trim()
    .toUpperCase()
    .refine(isProvince, 'Questa provincia non esiste: scrivi la sigla, per esempio MI.'),
)
