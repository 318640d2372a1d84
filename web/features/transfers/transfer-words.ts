import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import type { ProposalLevel } from '@saldo/domain/transfers/movement'
import { CheckCircle, Circle, LinkSlash } from 'iconoir-react'
import type { State } from '../../ui/data/states.ts'
import { formatCount } from '../../ui/grid/list.ts'
import type { Movement, Proposal } from './transfer-query.ts'

/** What is left to match of a movement, in cents. */
export const openOf = ({ amount, matched }: Pick<Movement, 'amount' | 'matched'>): number => amount - matched

export const payerOf = ({ party_name, amount }: Pick<Movement, 'party_name' | 'amount'>): string =>
  party_name ?? (amount < 0 ? 'Beneficiario non indicato' : 'Pagatore non indicato')

type Dates = Pick<Movement, 'amount' | 'value_on' | 'booked_on'>
/** `Movimento in entrata, valuta 21/09/2026` */
export const kindInWords = ({ amount, value_on, booked_on }: Dates): string =>
  `${amount < 0 ? 'Movimento in uscita' : 'Movimento in entrata'}, ${value_on ? `valuta ${formatDate(value_on)}` : `del ${formatDate(booked_on)}`}`

type References = Pick<
  Movement,
  'structured_reference' | 'end_to_end_id' | 'bank_reference' | 'party_iban_hint' | 'amount'
>
/** `Riferimento RF18… · banca 0542811 · da IT28 •••• 9012`, as far as the bank says it. */
export const referencesInWords = (movement: References): string =>
  [
    movement.structured_reference && `riferimento ${movement.structured_reference}`,
    movement.end_to_end_id && `ordine ${movement.end_to_end_id}`,
    movement.bank_reference && `banca ${movement.bank_reference}`,
    movement.party_iban_hint && `${movement.amount < 0 ? 'a' : 'da'} ${movement.party_iban_hint}`,
  ]
    .filter(Boolean)
    .join(' · ')
    .replace(/^./, (first) => first.toUpperCase())

/** What the list says below an open movement: how good its proposals are. */
export function proposalsInShort({
  proposals,
  first_choice,
  proposed,
}: Pick<Movement, 'proposals' | 'first_choice' | 'proposed'>): State {
  if (proposals === 0) return { tone: 'warning', word: 'Nessuna proposta', icon: LinkSlash }
  if (first_choice) return { tone: 'success', word: proposed ?? '1 proposta', icon: CheckCircle }
  const word = proposals === 1 ? '1 proposta possibile' : `${formatCount(proposals)} proposte possibili`
  return { tone: 'neutral', word, icon: Circle }
}

const certain: State = { tone: 'success', word: 'Certa', icon: CheckCircle }
const probable: State = { tone: 'info', word: 'Probabile', icon: Circle }
const possible: State = { tone: 'info', word: 'Possibile', icon: Circle }
const weak: State = { tone: 'neutral', word: 'Debole', icon: Circle }
const levels: Record<ProposalLevel, State> = {
  registered: probable,
  rule: probable,
  reference: probable,
  code: probable,
  name: possible,
  near_code: weak,
  near_name: weak,
}
/** How good a proposal is. Certain needs a reference or bill number, and nobody else as likely. */
export const levelInWords = ({ level, first_choice }: Pick<Proposal, 'level' | 'first_choice'>): State =>
  level === 'reference' && first_choice ? certain : levels[level]

/** `Abbinati 412,50 € alla bolletta B-2026-00418`, for the toast after a match. */
export function matchedInWords(amount: number, bills: readonly { bill_number: string }[]): string {
  const [first, ...others] = bills
  if (!first) return `Registrati a credito ${formatEuro(amount)}`
  if (others.length === 0) return `Abbinati ${formatEuro(amount)} alla bolletta ${first.bill_number}`
  return `Abbinati ${formatEuro(amount)} a ${bills.length} bollette`
}
