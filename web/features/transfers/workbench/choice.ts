import { formatEuro } from '@saldo/domain/money'
import type { Candidate, Proposal } from '../transfer-query.ts'

/** A bill that the movements would settle. `amount`: cents as typed; null: empty, NaN: unreadable. */
export type ChosenBill = {
  bill_id: number
  bill_number: string
  subject_id: number
  subject_nominative: string
  due_date: string | null
  residue: number
  amount: number | null
}
type Person = { subject_id: number; subject_nominative: string }
/** Cents that become a person's credit. */
export type ChosenCredit = Person & { amount: number }

/** What the person at the screen has chosen for the money, before it is confirmed. */
export type Choice = {
  /** The proposals that are ticked, by rank. */
  ranks: readonly number[]
  bills: readonly ChosenBill[]
  credits: readonly ChosenCredit[]
  /** What is left over stays to be matched. */
  leave_rest: boolean
}
export const nothingChosen: Choice = { ranks: [], bills: [], credits: [], leave_rest: false }

const isReadable = (amount: number | null): amount is number =>
  amount !== null && !Number.isNaN(amount) && amount > 0

export const chosenSum = ({ bills, credits }: Choice): number =>
  bills.reduce((sum, { amount }) => sum + (isReadable(amount) ? amount : 0), 0) +
  credits.reduce((sum, { amount }) => sum + amount, 0)

/** Starts with the proposal that stands before all others, if there is one. */
export const firstChoice = (proposals: readonly Proposal[]): Choice => {
  const [first] = proposals
  return first?.first_choice ? toggleProposal(nothingChosen, first, proposals) : nothingChosen
}

/**
 * Ticks or unticks a proposal. One that only links a collection registered before stands alone; a bill that several
 * proposals name is taken once.
 */
export function toggleProposal(choice: Choice, proposal: Proposal, all: readonly Proposal[]): Choice {
  const { rank, payment_id } = proposal
  const ticked = choice.ranks.includes(rank)
  if (payment_id !== null) return ticked ? nothingChosen : { ...nothingChosen, ranks: [rank] }
  const links = all.filter((each) => each.payment_id !== null).map((each) => each.rank)
  const kept = choice.ranks.filter((each) => each !== rank && !links.includes(each))
  const before = ticked ? withoutProposal(choice, proposal, all, kept) : choice
  if (ticked) return { ...before, ranks: kept, leave_rest: false }
  const fresh = proposal.bills.filter(({ bill_id }) => !choice.bills.some((bill) => bill.bill_id === bill_id))
  const person = { subject_id: proposal.subject_id, subject_nominative: proposal.subject_nominative }
  return {
    ranks: [...kept, rank],
    bills: [...choice.bills, ...fresh.map((bill) => ({ ...person, ...bill }))],
    credits: proposal.credit > 0 ? withCredit(choice.credits, person, proposal.credit) : choice.credits,
    leave_rest: false,
  }
}

function withoutProposal(
  { bills, credits, leave_rest }: Choice,
  { bills: named, credit, subject_id }: Proposal,
  all: readonly Proposal[],
  kept: readonly number[],
): Choice {
  const elsewhere = all.filter(({ rank }) => kept.includes(rank)).flatMap((each) => each.bills)
  const gone = named.filter(({ bill_id }) => !elsewhere.some((bill) => bill.bill_id === bill_id))
  return {
    ranks: kept,
    bills: bills.filter(({ bill_id }) => !gone.some((bill) => bill.bill_id === bill_id)),
    credits: credit > 0 ? credits.filter((each) => each.subject_id !== subject_id) : credits,
    leave_rest,
  }
}

const withCredit = (credits: readonly ChosenCredit[], person: Person, amount: number): ChosenCredit[] => [
  ...credits.filter(({ subject_id }) => subject_id !== person.subject_id),
  { ...person, amount },
]

/** Adds a bill that was searched, with what is left of the money, or all that is due of it if nothing is left. */
export function addBill(choice: Choice, candidate: Candidate, open: number): Choice {
  if (choice.bills.some(({ bill_id }) => bill_id === candidate.bill_id)) return choice
  const left = open - chosenSum(choice)
  const { bill_id, bill_number, subject_id, subject_nominative, due_date, residue, still_due } = candidate
  const amount = left > 0 ? Math.min(left, still_due) : still_due
  const bill = { bill_id, bill_number, subject_id, subject_nominative, due_date, residue, amount }
  return { ...choice, bills: [...choice.bills, bill], leave_rest: false }
}

export const setAmount = (choice: Choice, bill_id: number, amount: number | null): Choice => ({
  ...choice,
  bills: choice.bills.map((bill) => (bill.bill_id === bill_id ? { ...bill, amount } : bill)),
  leave_rest: false,
})

/** Removes a bill. A proposal that named it is not that proposal any more. */
export const removeBill = (choice: Choice, bill_id: number, all: readonly Proposal[]): Choice => ({
  ...choice,
  bills: choice.bills.filter((bill) => bill.bill_id !== bill_id),
  ranks: choice.ranks.filter(
    (rank) => !all.find((each) => each.rank === rank)?.bills.some((bill) => bill.bill_id === bill_id),
  ),
  leave_rest: false,
})

/** All that is left becomes this person's credit, on top of what does already. */
export function creditRest(choice: Choice, person: Person, open: number): Choice {
  const now = choice.credits.find(({ subject_id }) => subject_id === person.subject_id)?.amount ?? 0
  const { subject_id, subject_nominative } = person
  const amount = now + open - chosenSum(choice)
  const credits = withCredit(choice.credits, { subject_id, subject_nominative }, amount)
  return { ...choice, credits, leave_rest: false }
}

export const removeCredit = (choice: Choice, subject_id: number): Choice => ({
  ...choice,
  credits: choice.credits.filter((each) => each.subject_id !== subject_id),
})

/** The people whose bills are chosen, each once. */
export const peopleOf = ({ bills, credits }: Choice): Person[] => [
  ...new Map(
    [...bills, ...credits].map(({ subject_id, subject_nominative }) => [
      subject_id,
      { subject_id, subject_nominative },
    ]),
  ).values(),
]

/** The proposal that is chosen just as the server made it; null if anything was changed or added. */
export function untouchedProposal(choice: Choice, all: readonly Proposal[]): Proposal | null {
  const [rank, ...others] = choice.ranks
  const proposal = others.length === 0 ? all.find((each) => each.rank === rank) : undefined
  if (!proposal || choice.leave_rest) return null
  if (proposal.payment_id !== null) return proposal
  const same =
    choice.bills.length === proposal.bills.length &&
    proposal.bills.every((each) =>
      choice.bills.some(({ bill_id, amount }) => bill_id === each.bill_id && amount === each.amount),
    )
  const credit = choice.credits.reduce((sum, { amount }) => sum + amount, 0)
  return same && credit === Math.max(proposal.credit, 0) ? proposal : null
}

/** What the server is told: the bills with their amounts, and what becomes credit of whom. In cents. */
export function sharesOf({ bills, credits }: Choice) {
  const credited = credits.filter(({ amount }) => amount > 0)
  return {
    bill_ids: bills.map(({ bill_id }) => bill_id),
    bill_amounts: bills.map(({ amount }) => amount ?? 0),
    subject_ids: credited.map(({ subject_id }) => subject_id),
    subject_amounts: credited.map(({ amount }) => amount),
    subject_uses: credited.map(() => 'credit' as const),
  }
}

/** How the chosen stands to the money: nothing chosen, less, equal, or more. */
export function balanceOf(choice: Choice, open: number, all: readonly Proposal[]) {
  const links = untouchedProposal(choice, all)?.payment_id ?? null
  const chosen = links === null ? chosenSum(choice) : open
  const rest = open - chosen
  const state = chosen === 0 ? 'nothing' : rest === 0 ? 'even' : rest > 0 ? 'less' : 'more'
  return { chosen, rest, state } as const
}

/** Why the choice cannot be confirmed yet, as a sentence; null: it can. */
export function whyNotConfirm(choice: Choice, open: number, all: readonly Proposal[]): string | null {
  const unreadable = choice.bills.find(({ amount }) => !isReadable(amount))
  if (unreadable) return `Scrivi quanto va alla bolletta ${unreadable.bill_number}.`
  const tooMuch = choice.bills.find(({ amount, residue }) => (amount ?? 0) > residue)
  if (tooMuch)
    return `Della bolletta ${tooMuch.bill_number} restano da pagare ${formatEuro(tooMuch.residue)}: il di più può diventare credito.`
  const { state, rest } = balanceOf(choice, open, all)
  if (state === 'nothing') return 'Scegli una proposta o cerca una bolletta.'
  if (state === 'more')
    return `Hai scelto ${formatEuro(-rest)} più del bonifico: togli o riduci una bolletta.`
  if (state === 'less' && !choice.leave_rest)
    return `Restano ${formatEuro(rest)}: scegli che cosa ne è, oppure aggiungi una bolletta.`
  return null
}
