import { cardError, missingParam } from '../errors.ts'
import { integer, type Params, text } from '../params.ts'
import { type TestCard, testCards } from './test-cards.ts'

export interface CardData {
  card: TestCard
  exp_month: number
  exp_year: number
  cvc_given: boolean
}

/**
 * Reads `card[number]`, `card[exp_month]`, `card[exp_year]`, `card[cvc]`. Throws the card errors that
 * Stripe answers: incorrect_number, invalid_expiry_month, invalid_expiry_year, invalid_cvc, and for a
 * number that is not a test card, card_declined with test_mode_live_card.
 */
export function readCard(params: Params, path: string, now: Date): CardData {
  const field = (name: string) => `${path}[${name}]`
  const number = text(params, field('number'))?.replaceAll(/[\s-]/g, '')
  if (!number) throw missingParam(field('number'))
  if (!/^\d{12,19}$/.test(number) || !luhnHolds(number))
    throw cardError({ code: 'incorrect_number', param: 'number', message: 'Your card number is incorrect.' })

  const exp_month = integer(params, field('exp_month'))
  const exp_year = fullYear(integer(params, field('exp_year')))
  if (exp_month === undefined) throw missingParam(field('exp_month'))
  if (exp_year === undefined) throw missingParam(field('exp_year'))
  checkExpiry(exp_month, exp_year, now)

  const card = testCards.find((card) => card.number === number)
  if (!card)
    throw cardError({
      code: 'card_declined',
      decline_code: 'test_mode_live_card',
      message:
        'Your card was declined. Your request was in test mode, but used a non test card. For a list of test cards, see /_sandbox/test_cards.',
    })
  const cvc = text(params, field('cvc'))
  if (cvc !== undefined && !new RegExp(`^\\d{${card.brand === 'amex' ? '3,4' : '3'}}$`).test(cvc))
    throw cardError({ code: 'invalid_cvc', param: 'cvc', message: "Your card's security code is invalid." })
  return { card, exp_month, exp_year, cvc_given: cvc !== undefined }
}

/** A card is valid until the last day of its month. */
export function checkExpiry(month: number, year: number, now: Date): void {
  if (month < 1 || month > 12)
    throw cardError({
      code: 'invalid_expiry_month',
      param: 'exp_month',
      message: "Your card's expiration month is invalid.",
    })
  if (year < now.getUTCFullYear() || year > now.getUTCFullYear() + 50)
    throw cardError({
      code: 'invalid_expiry_year',
      param: 'exp_year',
      message: "Your card's expiration year is invalid.",
    })
  if (year === now.getUTCFullYear() && month < now.getUTCMonth() + 1)
    throw cardError({
      code: 'invalid_expiry_month',
      param: 'exp_month',
      message: "Your card's expiration month is invalid.",
    })
}

/** The card behind a name such as `pm_card_visa`. */
export function namedCard(name: string): TestCard | undefined {
  return testCards.find((card) => card.names.includes(name))
}

function luhnHolds(number: string): boolean {
  let sum = 0
  for (const [place, digit] of [...number].reverse().entries()) {
    const value = place % 2 === 0 ? Number(digit) : Number(digit) * 2
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

function fullYear(year: number | undefined): number | undefined {
  return year !== undefined && year < 100 ? 2000 + year : year
}
