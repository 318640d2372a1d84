import { type Day, daysBetween, formatDate } from '../dates.ts'
import type { ProposalLevel } from './movement.ts'
import { containsName, isSameName } from './payer-name.ts'
import { type PayersWords, writtenCodes } from './written-references.ts'

/** A credit of a condominium's account, in cents. */
export type Credit = PayersWords & { amount: number; booked_on: Day; party_name: string | null }

/** A bill of the same condominium. In cents. */
export type KnownBill = {
  bill_id: number
  number: string
  subject_id: number
  holder: string
  fiscal_code: string | null
  /** Still due; a payment under way holds `pending` of it. */
  residue: number
  pending: number
  phase: string
  issue_date: Day
  due_date: Day | null
  /** The condominium, which the customer codes of its slips depend on. */
  account_id: number
  /** The amounts that an 896 of it may have printed: its oldest unsettled instalments, one after the other. */
  slip_amounts: readonly number[]
  /** What remains of its unsettled instalments, where the credit may name one; empty: not known. */
  instalments: readonly { position: number; left: number }[]
}

/** Whether something is still to be paid of it. */
export const isOpen = ({ residue, phase }: KnownBill): boolean =>
  residue > 0 && phase !== 'draft' && phase !== 'cancelled'

/** What is known around a credit: everything that it may name or pay, not all there is. */
export type KnownFacts = {
  /** Bills of the account's condominium: those that the credit may name, of its amount, and of its payer. */
  bills: readonly KnownBill[]
  /** Bills of other condominiums of the office that it may name. */
  elsewhere: readonly NamedElsewhere[]
  /** The people whom this payer's IBAN was learned to be. */
  rule_subject_ids: readonly number[]
  /** Transfers that the office registered by hand and that no movement is linked to. */
  registered: readonly { payment_id: number; subject_id: number; amount: number; received_on: Day }[]
}

/** In cents. */
export type NamedElsewhere = {
  bill_id: number
  account_id: number
  number: string
  account_name: string
  holder: string
  fiscal_code: string | null
  residue: number
}

export type Share = { bill_id: number; amount: number }
/** What one person's part of the money settles. `named`: the bills that the payer named. */
export type CertainPart = { subject_id: number; bills: Share[]; credit: number; named: number[] }
export type FoundProposal = {
  level: ProposalLevel
  subject_id: number
  bills: Share[]
  credit: number
  payment_id: number | null
  reasons: string[]
  first_choice: boolean
}
/** How the payer agrees with a bill's holder, the strongest way; null: not at all. Another tax code refutes a name. */
export function agreement(
  credit: Credit,
  { holder, fiscal_code }: Pick<KnownBill, 'holder' | 'fiscal_code'>,
): 'code' | 'name' | 'within' | null {
  const codes = codesOf(credit)
  if (fiscal_code !== null && codes.includes(fiscal_code)) return 'code'
  if (fiscal_code !== null && codes.length > 0) return null
  if (credit.party_name && isSameName(credit.party_name, holder)) return 'name'
  return containsName(credit.party_name ?? '', holder) || containsName(credit.text, holder) ? 'within' : null
}

/** Two registrations of the same transfer are rarely further apart than the bank's booking and value dates. */
const daysApart = 5
export const isSameMoney = (
  registered: { amount: number; received_on: Day },
  credit: { amount: number; booked_on: Day },
): boolean =>
  registered.amount === credit.amount &&
  Math.abs(daysBetween(registered.received_on, credit.booked_on)) <= daysApart

export const whenRegistered = ({
  payment_id,
  received_on,
}: {
  payment_id: number
  received_on: Day
}): string => `C’è già l’incasso PG-${payment_id} del ${formatDate(received_on)}, dello stesso importo`

export const linked = (
  { payment_id, subject_id }: { payment_id: number; subject_id: number },
  reasons: string[],
): FoundProposal => ({
  ...{ level: 'registered', subject_id, bills: [], credit: 0, payment_id, reasons, first_choice: true },
})

const known = new WeakMap<Credit, string[]>()
/** The tax codes of a credit, read once for all bills that it is compared with. */
function codesOf(credit: Credit): string[] {
  const codes = known.get(credit) ?? writtenCodes(credit)
  known.set(credit, codes)
  return codes
}
