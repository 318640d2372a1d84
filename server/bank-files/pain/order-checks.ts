import { type Day, formatDate, isDay, isTargetDay } from '@saldo/domain/dates'
import { checkIban } from '@saldo/domain/iban'
import { type Cents, maxCents } from '@saldo/domain/money'
import { isSepaIban } from '@saldo/domain/sepa/sepa-countries'
import { isSepaReference, paymentText } from '@saldo/domain/sepa/sepa-text'
import { PaymentOrderRefused } from './order-refused.ts'

/** What all payment files share, checked before the first character is written. Each throws a PaymentOrderRefused. */

/** Of the message: its references and the instant, written as given (`2026-06-01T17:40:00`, with a zone or without). */
export function checkMessage(order: {
  message_id: string
  created_at: string
  blocks: readonly { block_id: string }[]
}): void {
  checkReference(order.message_id, 'L’identificativo del flusso')
  if (!instant.test(order.created_at) || Number.isNaN(Date.parse(order.created_at)))
    throw new PaymentOrderRefused(`La data di creazione del flusso non è valida: ${order.created_at}.`)
  const blocks = new Set<string>()
  for (const { block_id } of order.blocks) {
    checkReference(block_id, 'L’identificativo della distinta')
    if (blocks.has(block_id))
      throw new PaymentOrderRefused(`Due distinte hanno lo stesso identificativo: ${block_id}.`)
    blocks.add(block_id)
  }
}
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)?$/

export function checkReference(text: string, what: string, end_to_end_id: string | null = null): void {
  if (!isSepaReference(text))
    throw new PaymentOrderRefused(
      `${what} “${text}” non è accettato dalle banche: al massimo 35 caratteri, senza accenti né simboli, senza barre all’inizio, alla fine o doppie.`,
      end_to_end_id,
    )
}

/** A name as the file writes it, at most 70 characters. */
export function nameOf(text: string, whose: string, end_to_end_id: string | null = null): string {
  const name = paymentText(text, 70)
  if (!/[A-Za-z0-9]/.test(name)) throw new PaymentOrderRefused(`Manca il nome ${whose}.`, end_to_end_id)
  return name
}

export function ibanOf(text: string, whose: string, end_to_end_id: string | null = null): string {
  const { valid, iban } = checkIban(text)
  if (!valid) throw new PaymentOrderRefused(`L’IBAN ${whose} è sbagliato: ricontrollalo.`, end_to_end_id)
  if (!isSepaIban(iban))
    throw new PaymentOrderRefused(
      `Il conto ${whose} è in un paese fuori dalla SEPA (${iban.slice(0, 2)}): non si può usare.`,
      end_to_end_id,
    )
  return iban
}

export function checkAmount(amount: Cents, end_to_end_id: string): void {
  if (!Number.isSafeInteger(amount) || amount <= 0)
    throw new PaymentOrderRefused(
      `L’importo di ${end_to_end_id} non è maggiore di zero: non si può presentare.`,
      end_to_end_id,
    )
  if (amount > maxCents)
    throw new PaymentOrderRefused(
      `L’importo di ${end_to_end_id} supera il massimo di 999.999.999,99 €.`,
      end_to_end_id,
    )
}

/** The day on which banks are asked to act; `what` is `di addebito` or `di esecuzione`. */
export function checkBankingDay(day: Day, what: string): void {
  if (!isDay(day)) throw new PaymentOrderRefused(`La data ${what} non esiste: ${day}.`)
  if (!isTargetDay(day))
    throw new PaymentOrderRefused(
      `Il ${formatDate(day)} le banche sono chiuse: scegli un altro giorno come data ${what}.`,
    )
}

/** Remembers end-to-end ids: the bank answers by them, so each may stand once in a file. */
export class EndToEndIds {
  readonly #seen = new Set<string>()

  check(end_to_end_id: string): void {
    checkReference(end_to_end_id, 'Il riferimento', end_to_end_id)
    if (this.#seen.has(end_to_end_id))
      throw new PaymentOrderRefused(`Il riferimento ${end_to_end_id} è usato due volte.`, end_to_end_id)
    this.#seen.add(end_to_end_id)
  }
}
