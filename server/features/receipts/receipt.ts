import { divideAmongHeads } from '@saldo/domain/accounting/divide-among-heads'
import {
  type ReceiptColumn,
  type ReceiptKind,
  type ReceiptRows,
  receiptKindLabels,
} from '@saldo/domain/accounting/receipt-layout'
import { type PaymentMethod, paymentMethodLabels } from '@saldo/domain/payments/payment-method'

/** What of a movement falls to one bill, or to no bill. Cents. */
export type ReceiptPart = {
  what: 'receivables' | 'billed' | 'opening' | 'subject_credit' | 'disputed'
  bill_id: number | null
  amount: number
  number: string | null
  unit: string | null
  description: string | null
  instalments: number[]
  /** Cents of the bill that earlier movements settled. Read only for receipts by head of expense. */
  before?: number
  /** The bill's lines. Read only for receipts by head of expense; null: the part belongs to no bill. */
  lines?: { head: string; amount: number }[] | null
}

/** One movement of money, as `receiptMovements` reads it. Cents. */
export type ReceiptMovement = {
  movement: number
  day: string
  kind: ReceiptKind
  correction: boolean
  gross: number
  fee: number
  /** Null: credit that is given back, which belongs to no payment. */
  payment_id: number | null
  received_on: string | null
  value_on: string | null
  method: PaymentMethod
  payer_name: string | null
  reference: string | null
  account_id: number
  account_name: string | null
  account_fiscal_code: string | null
  person_name: string | null
  person_fiscal_code: string | null
  parts: ReceiptPart[]
}

/** What a sum is that settles no bill. */
const withoutBill: Record<ReceiptPart['what'], string> = {
  receivables: 'Quote',
  billed: 'Nuovo addebito',
  opening: 'Saldo iniziale',
  subject_credit: 'Credito del condòmino',
  disputed: 'Somma contestata',
}
export const headOf = ({ description, what }: ReceiptPart): string => description ?? withoutBill[what]

/** What of the part falls to each line of its bill; the whole of it where there are none. */
export function headsOf(part: ReceiptPart): { head: string; amount: number }[] {
  const { lines, before = 0, amount } = part
  if (!lines || lines.length === 0 || part.what !== 'receivables') return [{ head: headOf(part), amount }]
  const shares = divideAmongHeads(amount, { before, lines: lines.map((line) => line.amount) })
  return lines
    .map(({ head }, at) => ({ head, amount: shares[at] as number }))
    .filter((share) => share.amount !== 0)
}

export type ReceiptRow = Record<ReceiptColumn, string | number | null>

/**
 * The rows of a movement in the file. Their gross sums add up to that of the movement, and their fees to its fee: the fee
 * is divided like the gross. A movement of fees alone is one row.
 */
export function rowsOf(movement: ReceiptMovement, rows: ReceiptRows): ReceiptRow[] {
  const pieces = piecesOf(movement, rows)
  const fees = divideAmongHeads(movement.fee, { before: 0, lines: pieces.map(({ amount }) => amount) })
  return pieces.map(({ amount, head, of }, at) => {
    const fee = fees[at] as number
    return {
      movement: movement.movement,
      day: movement.day,
      received_on: movement.received_on,
      value_on: movement.value_on,
      kind: movement.gross === 0 ? 'Commissioni' : receiptKindLabels[movement.kind],
      account_name: movement.account_name,
      account_fiscal_code: movement.account_fiscal_code,
      person_name: movement.person_name,
      person_fiscal_code: movement.person_fiscal_code,
      payer_name: movement.payer_name,
      unit: joined(of.map(({ unit }) => unit)),
      bill_number: joined(of.map(({ number }) => number)),
      instalment: joined(of.map(({ instalments }) => instalments.join(' e ') || null)),
      head,
      method: paymentMethodLabels[movement.method],
      gross: amount,
      fee,
      net: amount - fee,
      correction: movement.correction ? 'sì' : null,
      payment: movement.payment_id === null ? null : `PG-${movement.payment_id}`,
      reference: movement.reference,
    }
  })
}

type Piece = { amount: number; head: string | null; of: ReceiptPart[] }

/** Throws when the parts are not the whole: then no file is made, rather than one whose rows add up to something else. */
function piecesOf({ movement, parts, gross }: ReceiptMovement, rows: ReceiptRows): Piece[] {
  if (parts.reduce((all, { amount }) => all + amount, 0) !== gross)
    throw new Error(`the parts of movement ${movement} do not add up to it`)
  if (parts.length === 0 || rows === 'movement' || gross === 0)
    return [{ amount: gross, head: joined(parts.map(headOf)), of: parts }]
  if (rows === 'bill') return parts.map((part) => ({ amount: part.amount, head: headOf(part), of: [part] }))
  return parts.flatMap((part) => headsOf(part).map(({ head, amount }) => ({ amount, head, of: [part] })))
}

/** The different texts, in their order. */
function joined(texts: readonly (string | null)[]): string | null {
  const said = [...new Set(texts.filter((text) => text !== null && text !== ''))]
  return said.length > 0 ? said.join(', ') : null
}
