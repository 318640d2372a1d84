import { type Cents, maxCents } from '@saldo/domain/money'
import { type CbiRecord, wrongField } from '../cbi-records.ts'

/** A sign (C or D) and fifteen characters with a decimal comma: `C000000001394,85`. Signed cents. */
export function signedAmount(record: CbiRecord, from: number, what: string): Cents {
  const text = record.text.slice(from - 1, from + 15)
  if (!/^[CD]\d{12},\d\d$/.test(text)) throw wrongField(record, from, from + 15, what)
  const cents = Number(text.slice(1).replace(',', ''))
  if (cents > maxCents * 100) throw wrongField(record, from, from + 15, what)
  return (text[0] === 'C' ? cents : -cents) || 0
}
