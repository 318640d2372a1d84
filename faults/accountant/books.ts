import type { Day } from './days.ts'
import type { Claim, Rule, Version } from './interest.ts'
import { Journal } from './journal.ts'
import { sumOf } from './sharing.ts'
import type { Ground } from './world.ts'

/** What is due on one day of a bill. Cents. `ids`: what the API calls it. */
export type Instalment = {
  ids: number[]
  due: Day
  amount: number
  settled: number
  pending: number
  /** Of what is not settled, what had been paid and came back by the bank, or by us. */
  returned: number
  refunded: number
}
export type Bill = {
  id: number
  number: string
  condominium: number
  subject: number
  status: 'draft' | 'issued' | 'cancelled'
  issued_on: Day
  description: string
  instalments: Instalment[]
  notes: { id: number; amount: number; freed: number; day: Day; number: string }[]
  reissued: boolean
  /** Somebody tried to pay it, so its rows stay. */
  tried: boolean
  link?: string
  plan?: Plan
  /** Its rows were written anew by a plan once. */
  replanned?: boolean
  /** Interest that was asked for on it; and the bill on which this one asks for interest. */
  claims: Claim[]
  interest_on?: Bill
}
export type Part = { bill: Bill; instalment: Instalment; cents: number }
export type Method = 'CARD' | 'SEPA_DEBIT' | 'KLARNA' | 'BANK_TRANSFER' | 'CREDIT'
export type Payment = {
  id: number
  method: Method
  amount: number
  condominium: number
  subject: number
  /** waiting: for the bank; kept: the money is here; contested: a bank decides; gone: a bank took it back; failed: never came. */
  state: 'waiting' | 'kept' | 'contested' | 'gone' | 'failed'
  came_on: Day | null
  parts: Part[]
  begun_on: Day
  /** What it settled from which day on; unsure where nobody can say. */
  history: Version[]
  unsure?: boolean
  /** Of it, what settles nothing: its payer’s credit. */
  credit: number
  given_back: number
  taken_back: number
  /** Given back, but the payer’s bank has not taken it yet, or will send it again. */
  refunds: Refund[]
  fees: number
  provider?: { account: 'stripe' | 'stripe2'; intent: string; charge: string }
  /** It went on to the office's own account at the provider: what the platform withheld of it, less what it gave back. */
  passed_on?: PassedOn
  dispute?: { id: string; amount: number; answer_by: Day; answered: boolean }
  /** Its card sends refunds back. */
  refunds_fail?: boolean
  /** What becomes of it at the bank: a debit's outcome. */
  outcome?: 'settles' | 'fails' | 'comes back'
  /** The day on which the bank answers about a debit. */
  answer_on?: Day
}
export type Refund = {
  id: number
  amount: number
  /** By whom: the provider, the office’s bank, or to the payer’s credit. */
  way: 'provider' | 'outside' | 'credit'
  object: string | null
  taken: Part[]
  from_credit: number
  /** What the platform gave back of its own fee. */
  fee: number
  state: 'given' | 'failed'
  fails_on: Day | null
}
type PassedOn = {
  withheld: number
  fee: number
  /** Taken back from the account so far, and the transfers that brought something back to it. */
  reversed: number
  heard: Set<string>
  /** What the account had not when a bank took the money back, and the bank's fee: owed by the office. */
  owed: number
  /** What is to go back to the account and has not yet: a refund that failed, a dispute that was won. */
  to_return: { cents: number; fee: number }[]
}
export type Plan = {
  id: number
  bills: Bill[]
  rates: { due: Day; amount: number }[]
  state: 'proposed' | 'active' | 'done' | 'lapsed' | 'expired' | 'withdrawn'
  expires_on: Day
  grace_days: number
  /** What was due on which days before. */
  before: Map<number, { due: Day; amount: number }[]>
}

/** Balances of the year before, brought from a spreadsheet. */
export type Import = {
  id: number
  day: Day
  bills: Bill[]
  credits: { condominium: number; subject: number; cents: number }[]
  /** Whose each unit is, and who rents it where they are both said to pay. */
  units: { condominium: number; subject: number; tenant?: number }[]
  undone: boolean
}
export type Budget = { id: number; bills: Bill[]; undone: boolean }
/** A collection from a payer's bank account that the calendar begins. */
export type Debit = {
  bill: Bill
  parts: Part[]
  outcome: 'settles' | 'fails' | 'comes back'
  open: boolean
}

/** A payment as it begins: nothing of it has come in, been given back or taken back. `credit`: cents that pay no bill. */
export const beginPayment = (
  { today }: Books,
  of: Pick<Payment, 'id' | 'method' | 'amount' | 'condominium' | 'subject' | 'state' | 'parts'>,
  credit = 0,
): Payment => ({
  ...of,
  credit,
  came_on: null,
  given_back: 0,
  taken_back: 0,
  refunds: [],
  fees: 0,
  begun_on: today,
  history: [],
})

/** The books of one office, kept by somebody who knows the rules and nothing of the product. */
export class Books {
  readonly journal = new Journal()
  readonly bills: Bill[] = []
  readonly payments: Payment[] = []
  readonly plans: Plan[] = []
  readonly imports: Import[] = []
  readonly budgets: Budget[] = []
  readonly debits: Debit[] = []
  /** What is owed to each payer at each condominium, by `creditKey`. Cents. */
  readonly credits = new Map<string, number>()
  readonly ground: Ground
  readonly began: Day
  today: Day
  constructor(ground: Ground, today: Day) {
    this.ground = ground
    this.began = today
    this.today = today
  }

  /** How each condominium counts interest. */
  readonly rules = new Map<number, Rule>()
  /** Whether money without a purpose pays interest before principal: art. 1194 c.c. */
  interest_first = false
  /** Until when each condominium's books are closed. */
  readonly closed = new Map<number, Day>()
  closedOn(condominium: number, day: Day): boolean {
    return day <= (this.closed.get(condominium) ?? '')
  }
  /** Whether what payers pay there goes on to the office's own account at the provider. */
  goesOn(condominium: number): boolean {
    return this.ground.connected !== null && this.accountOf(condominium).provider_account === 'stripe'
  }

  creditOf(condominium: number, subject: number): number {
    return this.credits.get(creditKey(condominium, subject)) ?? 0
  }
  changeCredit(condominium: number, subject: number, cents: number): void {
    this.credits.set(creditKey(condominium, subject), this.creditOf(condominium, subject) + cents)
  }
  issued(): Bill[] {
    return this.bills.filter(({ status }) => status === 'issued')
  }
  accountOf(condominium: number) {
    const found = this.ground.accounts.find(({ account_id }) => account_id === condominium)
    if (!found) throw new Error(`no condominium ${condominium}`)
    return found
  }
}

const creditKey = (condominium: number, subject: number) => `${condominium}:${subject}`

export const amountOf = ({ instalments }: Bill): number => sumOf(instalments.map(({ amount }) => amount))
export const settledOf = ({ instalments }: Bill): number => sumOf(instalments.map(({ settled }) => settled))
export const pendingOf = ({ instalments }: Bill): number => sumOf(instalments.map(({ pending }) => pending))
export const residueOf = (bill: Bill): number =>
  bill.status === 'issued' ? amountOf(bill) - settledOf(bill) : 0

/** Design §8: of the residue, what was due before today. */
export const overdueOf = (bill: Bill, today: Day): number =>
  bill.status !== 'issued'
    ? 0
    : sumOf(bill.instalments.filter(({ due }) => due < today).map(({ amount, settled }) => amount - settled))

export const disputedOf = (books: Books, bill: Bill): boolean =>
  books.payments.some(
    ({ state, parts }) => state === 'contested' && parts.some((part) => part.bill === bill && part.cents > 0),
  )

/** What a bill is called: one function of its cents. More than one where rows were rewritten since something came back. */
export function phasesOf(books: Books, bill: Bill): string[] {
  if (bill.status !== 'issued') return [bill.status]
  const [amount, settled] = [amountOf(bill), settledOf(bill)]
  const returned = sumOf(bill.instalments.map((each) => each.returned))
  const refunded = sumOf(bill.instalments.map((each) => each.refunded))
  if (disputedOf(books, bill)) return ['disputed']
  if (pendingOf(bill) > 0) return ['pending']
  if (settled >= amount) return ['paid']
  const called = returned > 0 ? 'returned' : settled > 0 ? 'partly_paid' : refunded > 0 ? 'refunded' : 'open'
  // A plan writes the rows of what is unsettled anew, and those that somebody tried to pay keep what befell them.
  return bill.plan && bill.tried
    ? [called, 'returned', settled > 0 ? 'partly_paid' : 'refunded', 'open']
    : [called]
}

/** In the order of their days, then of bills; within a bill a day is one. */
export const inOrder = (parts: readonly Part[]): Part[] =>
  parts.toSorted((a, b) =>
    a.instalment.due < b.instalment.due
      ? -1
      : a.instalment.due > b.instalment.due
        ? 1
        : a.bill.id - b.bill.id,
  )

/** What may still be paid of a bill, oldest first: what nobody holds. */
export const dueOf = (bill: Bill): Part[] =>
  inOrder(
    bill.instalments.map((instalment) => ({
      bill,
      instalment,
      cents: instalment.amount - instalment.settled - instalment.pending,
    })),
  ).filter(({ cents }) => cents > 0)

/** Whether somebody may pay it now. */
export const mayPay = (books: Books, bill: Bill): boolean =>
  bill.status === 'issued' &&
  pendingOf(bill) === 0 &&
  !disputedOf(books, bill) &&
  settledOf(bill) < amountOf(bill)

export const planned = ({ plan }: Bill): boolean => plan?.state === 'proposed' || plan?.state === 'active'
