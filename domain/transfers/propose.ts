import { formatEuro } from '../money.ts'
import {
  agreement,
  type Credit,
  type FoundProposal,
  isOpen,
  isSameMoney,
  type KnownBill,
  type KnownFacts,
  linked,
  type Share,
  whenRegistered,
} from './known-facts.ts'
import { proposalLevels } from './movement.ts'

/** A difference as of a rounding or a bank's charge: the payer alone then suggests the bill. In cents. */
export const nearlyTheAmount = 200
const mostProposals = 10

type Payer = { subject_id: number; how: 'rule' | 'code' | 'name' | 'within'; open: KnownBill[] }

/** What a credit may be by who paid it and its amount, without a reference: ranked, never certain. */
export function proposalsOfPayer(credit: Credit, facts: KnownFacts): FoundProposal[] {
  const payers = payersOf(credit, facts)
  const registered = facts.registered
    .filter(
      (each) => isSameMoney(each, credit) && payers.some(({ subject_id }) => subject_id === each.subject_id),
    )
    .map((each) => linked(each, [whenRegistered(each)]))
  return orderProposals([...registered, ...payers.flatMap((payer) => proposalsOf(payer, credit))])
}

/** The people whom the credit may come from, among the holders of known bills that are open. */
function payersOf(credit: Credit, { bills, rule_subject_ids, registered }: KnownFacts): Payer[] {
  const payers = new Map<number, Payer>()
  for (const bill of bills) {
    const how = rule_subject_ids.includes(bill.subject_id) ? 'rule' : agreement(credit, bill)
    if (how === null) continue
    const payer = payers.get(bill.subject_id) ?? { subject_id: bill.subject_id, how, open: [] }
    payers.set(bill.subject_id, payer)
    if (isOpen(bill)) payer.open.push(bill)
  }
  const hasMoney = (id: number) => registered.some(({ subject_id }) => subject_id === id)
  return [...payers.values()].filter(({ open, subject_id }) => open.length > 0 || hasMoney(subject_id))
}

function proposalsOf({ subject_id, how, open }: Payer, { amount }: Credit): FoundProposal[] {
  const inOrder = [...open].sort(byDueDate)
  const make = (level: FoundProposal['level'], bills: Share[], reasons: string[]): FoundProposal => ({
    ...{ level, subject_id, bills, payment_id: null, reasons, first_choice: false },
    credit: amount - bills.reduce((sum, each) => sum + each.amount, 0),
  })
  const payer = payerInWords[how]
  const level = how === 'rule' ? 'rule' : how === 'code' ? 'code' : 'name'
  const exact = inOrder.filter(({ residue }) => residue === amount)
  if (exact.length > 0)
    return exact.map((bill) => make(level, [whole(bill)], [`Stesso importo e ${payer}`, ...whyHeld(bill)]))
  const sum = oldestThatSumTo(inOrder, amount)
  if (sum)
    return [make(level, sum.map(whole), [`L’importo è la somma di ${sum.length} bollette`, capital(payer)])]
  const near = inOrder.filter(({ residue }) => Math.abs(residue - amount) <= nearlyTheAmount)
  if (near.length > 0 && how !== 'within')
    return near.map((bill) =>
      make(
        how === 'rule' ? 'rule' : how === 'code' ? 'near_code' : 'near_name',
        [{ bill_id: bill.bill_id, amount: Math.min(amount, bill.residue) }],
        [
          `${capital(payer)}, ma l’importo è di ${formatEuro(Math.abs(bill.residue - amount))} ${amount < bill.residue ? 'in meno' : 'in più'}`,
        ],
      ),
    )
  if (how !== 'rule') return []
  return [make('rule', oldestFirst(inOrder, amount), [`${capital(payer)}: dalle bollette più vecchie`])]
}

const payerInWords = {
  rule: 'IBAN che ha già pagato per questa persona',
  code: 'stesso codice fiscale del pagatore',
  name: 'stesso nome del pagatore',
  within: 'nome dell’intestatario nel testo del bonifico',
} as const

const whole = ({ bill_id, residue }: KnownBill): Share => ({ bill_id, amount: residue })
const whyHeld = ({ pending, number }: KnownBill): string[] =>
  pending > 0 ? [`Un pagamento della bolletta ${number} è in corso`] : []
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const byDueDate = (one: KnownBill, other: KnownBill) =>
  (one.due_date ?? '').localeCompare(other.due_date ?? '') || one.bill_id - other.bill_id

/** The oldest bills whose sum is the amount, at least two; null if none are. */
function oldestThatSumTo(inOrder: readonly KnownBill[], amount: number): KnownBill[] | null {
  let sum = 0
  for (const [at, { residue }] of inOrder.entries()) {
    sum += residue
    if (sum === amount && at > 0) return inOrder.slice(0, at + 1)
    if (sum > amount) return null
  }
  return null
}

function oldestFirst(inOrder: readonly KnownBill[], amount: number): Share[] {
  let left = amount
  return inOrder.flatMap(({ bill_id, residue }) => {
    const settled = Math.min(left, residue)
    left -= settled
    return settled > 0 ? [{ bill_id, amount: settled }] : []
  })
}

/** Ranked, the strongest first; the first is the first choice if it is exact and no other person's is as strong. */
export function orderProposals(proposals: readonly FoundProposal[]): FoundProposal[] {
  const rank = ({ level }: FoundProposal) => proposalLevels.indexOf(level)
  const ranked = proposals
    .map((each, place) => ({ each, place }))
    .sort((one, other) => rank(one.each) - rank(other.each) || one.place - other.place)
    .map(({ each }) => each)
    .slice(0, mostProposals)
  const [first] = ranked
  // A rule learned for an IBAN does not beat the name or the tax code in the statement: couples share an account.
  const asStrong = (level: FoundProposal['level']) =>
    level === first?.level || (first?.level === 'rule' && (level === 'code' || level === 'name'))
  const rivals = ranked.filter((each) => asStrong(each.level) && each.subject_id !== first?.subject_id)
  const exact = first && (first.level === 'registered' || isChoice(first))
  return ranked.map((each, place) => ({
    ...each,
    first_choice: place === 0 && rivals.length === 0 && !!exact,
  }))
}

const isChoice = ({ level, credit }: FoundProposal): boolean =>
  (level === 'rule' || level === 'code' || level === 'name') && credit === 0
