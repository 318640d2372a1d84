import { dateReasons, isDay, parseItalianDate } from '@saldo/domain/dates'
import { checkIban, ibanReasons } from '@saldo/domain/iban'
import { isMinute } from '@saldo/domain/minutes'
import { euroReasons } from '@saldo/domain/money'
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

/** Checks for `useForm`: each returns what is wrong with a value; empty is accepted unless `required`. */
const empty = (value: string | null) => value === null || value.trim() === ''

export const required = (sentence: string) => (value: string | null) => (empty(value) ? sentence : null)

/** Runs checks in order and returns the first error. */
export const all =
  <T>(...checks: ((value: T) => string | null)[]) =>
  (value: T) => {
    for (const check of checks) {
      const wrong = check(value)
      if (wrong) return wrong
    }
    return null
  }

export const iban = (value: string) => reason(value, checkIban, ibanReasons)
export const debitIban = (value: string) => (empty(value) ? null : whyNotDebitIban(value))
export const fiscalCode = (value: string) => reason(value, checkFiscalCode, fiscalCodeReasons)
export const vatNumber = (value: string) => reason(value, checkVatNumber, vatNumberReasons)

export const email = (value: string) =>
  empty(value) || isEmail(value.trim()) ? null : 'Questo indirizzo e-mail non è completo.'
export const phone = (value: string) => (empty(value) || isPhone(value) ? null : notAPhone)
export const zipCode = (value: string) =>
  empty(value) || /^\d{5}$/.test(value.trim()) ? null : 'Il CAP ha cinque cifre.'
export const province = (value: string) =>
  empty(value) || isProvince(value.trim().toUpperCase())
    ? null
    : 'Questa provincia non esiste: scrivi la sigla, per esempio MI.'

/** Checks a `DateField` value: a day, or text that could not be read as one. */
export function date(value: string) {
  if (empty(value) || isDay(value)) return null
  const read = parseItalianDate(value)
  return read.ok ? null : dateReasons[read.reason]
}

/** Checks a `MinuteField` value: a day and a time, or text that could not be read as one. */
export const minute = (value: string) =>
  empty(value) || isMinute(value) ? null : 'Scrivi data e ora, per esempio 15/09/2026 18:30.'

/** Applies a rule of the domain to a day; if it is not a day, `date` reports that. */
export const day = (whyNot: (day: string) => string | null) => (value: string) =>
  isDay(value) ? whyNot(value) : null

/** Checks a `MoneyField` value: NaN means that the text is not an amount. */
export const money = (value: number | null) => (Number.isNaN(value) ? euroReasons.format : null)
export const requiredMoney = (value: number | null) => (value === null ? euroReasons.empty : money(value))

function reason<R extends string>(
  value: string,
  check: (text: string) => { valid: boolean; reasons: R[] },
  sentences: Partial<Record<R, string>>,
) {
  if (empty(value)) return null
  const [first] = check(value).reasons
  return first ? (sentences[first] ?? null) : null
}
