import { BankFileRefused, type BankMovement } from '../bank-file.ts'
import { askAgain, type CbiRecord, day, digits, field } from '../cbi-records.ts'
import { provided, validFiscalCode, validIban } from '../checked-codes.ts'
import { signedAmount } from './signed-amount.ts'

/** A record 62 and the records 63 that follow it. */
export class Movement {
  readonly #number: number
  readonly #movement: BankMovement
  /** Free text and remittance, untrimmed: a word may go on in the next record. */
  #free = ''
  #remittance = ''

  /** `number` counts the movements of the statement from 1. The record has three digits for it. */
  constructor(record: CbiRecord, number: number) {
    this.#number = digits(record, 11, 13, 'Il numero del movimento')
    if (this.#number !== number % 1000 && this.#number !== ((number - 1) % 999) + 1)
      throw new BankFileRefused(
        `Il movimento ha il numero ${this.#number}, ma qui è atteso il numero ${number}: i record sono in disordine o ne mancano. ${askAgain}`,
        record.line,
      )
    this.#movement = {
      entry: number,
      item: 1,
      items: 1,
      line: record.line,
      // Four of five public readers have the value date first, and so do real files.
      value_on: /^[0 ]{6}$/.test(record.text.slice(13, 19)) ? null : day(record, 14, 'La data valuta'),
      booked_on: day(record, 20, 'La data contabile'),
      amount: signedAmount(record, 26, 'L’importo'),
      is_reversal: false,
      bank_reference: field(record, 62, 77) || null,
      end_to_end_id: null,
      mandate_reference: null,
      batch_reference: null,
      reversed_reference: null,
      return_reason: null,
      structured_reference: null,
      text: '',
      bank_code: field(record, 42, 43) || null,
      party_name: null,
      party_iban: null,
      party_fiscal_code: null,
    }
    this.#free = record.text.slice(77)
  }

  /** Adds a record 63: who (YYY, YY2), references (ID1), remittance (RI1, RI2), or free text. */
  detail(record: CbiRecord): void {
    if (digits(record, 11, 13, 'Il numero del movimento') !== this.#number)
      throw new BankFileRefused(
        `Il dettaglio è di un altro movimento: qui è atteso il numero ${this.#number}. ${askAgain}`,
        record.line,
      )
    const rest = record.text.slice(16)
    switch (record.text.slice(13, 16)) {
      case 'YYY':
        this.#party(record)
        return
      case 'YY2':
        this.#movement.party_iban ??= validIban(field(record, 67, 100))
        return
      case 'ID1':
        this.#movement.end_to_end_id ??= provided(field(record, 52, 86))
        return
      case 'RI1':
      case 'RI2':
      case 'RI3':
        this.#remittance += rest
        return
      default:
        this.#free += record.text.slice(13)
    }
  }

  finish(): BankMovement {
    const text = [this.#remittance, this.#free].map((each) => each.replace(/\s+/g, ' ').trim())
    return { ...this.#movement, text: text.filter(Boolean).join(' ') }
  }

  #party(record: CbiRecord): void {
    if (!/^(?:\d{8}|[ 0]{8})$/.test(record.text.slice(16, 24))) {
      this.#free += record.text.slice(13)
      return
    }
    this.#movement.party_fiscal_code ??= validFiscalCode(field(record, 25, 40))
    this.#movement.party_name ??= field(record, 41, 80) || null
  }
}
