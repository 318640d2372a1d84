import type { Day } from './days.ts'
import type { Claim, Rule, Version } from './interest.ts'
import { Journal } from './journal.ts'
import { sumOf } from './sharing.ts'
import type { Ground } from './world.ts'

/** The part of a bill that is due on one day. In cents. `ids`: its ids in the API. */
export type Instalment = {
  ids: number[]
  due: Day
  amount: number
  settled: number
  pending: number
  /** Parts of the unsettled amount that had been paid: `returned` by the bank, or `refunded`. */
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
  /** It had a payment attempt, so its rows stay. */
  tried: boolean
  link?: string
  plan?: Plan
  /** A plan has rewritten its rows. */
  replanned?: boolean
  /** Interest charged on it; and the bill for which this one charges interest. */
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
  /**
   * waiting: for the bank; kept: the money is here; contested: under dispute; gone: taken back by the bank; failed:
   * never arrived.
   */
  state: 'waiting' | 'kept' | 'contested' | 'gone' | 'failed'
  came_on: Day | null
  parts: Part[]
  begun_on: Day
  /** Its allocation over time: what it settled from each day on. `unsure` where the books cannot know. */
  history: Version[]
  unsure?: boolean
  /** The part that settles nothing: its payer’s credit. */
  credit: number
  given_back: number
  taken_back: number
  /** Refunded, but the payer’s bank may still return it. */
  refunds: Refund[]
  fees: number
  provider?: { account: 'stripe' | 'stripe2'; intent: string; charge: string }
  /** It was transferred to the office's own account: the platform fee, less what was returned of it. */
  passed_on?: PassedOn
  dispute?: { id: string; amount: number; answer_by: Day; answered: boolean }
  /** Its card sends refunds back. */
  refunds_fail?: boolean
  /** The bank's decision about a debit. */
  outcome?: 'settles' | 'fails' | 'comes back'
  /** The day on which the bank answers about a debit. */
  answer_on?: Day
}
export type Refund = {
  id: number
  amount: number
  /** How it is paid out: by the provider, by the office’s bank, or to the payer’s credit. */
  way: 'provider' | 'outside' | 'credit'
  object: string | null
  taken: Part[]
  from_credit: number
  /** The part of its own fee that the platform gave back. */
  fee: number
  state: 'given' | 'failed'
  fails_on: Day | null
}
type PassedOn = {
  withheld: number
  fee: number
  /** Net reversals so far. */
  reversed: number
  heard: Set<string>
  /** The office's debt: the money that the account lacked when the bank took the payment back, plus the bank's fee. */
  owed: number
  /** Money that must still be returned to the account, after a failed refund or a won dispute. */
  to_return: { cents: number; fee: number }[]
}
export type Plan = {
  id: number
  bills: Bill[]
  rates: { due: Day; amount: number }[]
  state: 'proposed' | 'active' | 'done' | 'lapsed' | 'expired' | 'withdrawn'
  expires_on: Day
  grace_days: number
  /** The due dates before the plan. */
  before: Map<number, { due: Day; amount: number }[]>
}

/** Last year's balances, imported from a spreadsheet. */
export type Import = {
  id: number
  day: Day
  bills: Bill[]
  credits: { condominium: number; subject: number; cents: number }[]
  /** The owner of each unit, and the tenant where both pay. */
  units: { condominium: number; subject: number; tenant?: number }[]
  undone: boolean
}
export type Budget = { id: number; bills: Bill[]; undone: boolean }
/** A planned debit, which the calendar starts. */
export type Debit = {
  bill: Bill
  parts: Part[]
  outcome: 'settles' | 'fails' | 'comes back'
  open: boolean
}

/** A new payment: nothing has arrived, been refunded or taken back. `credit`: cents that pay no bill. */
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

/** The independent books of one office: they implement the rules and use nothing of the product. */
export class Books {
  readonly journal = new Journal()
  readonly bills: Bill[] = []
  readonly payments: Payment[] = []
  readonly plans: Plan[] = []
  readonly imports: Import[] = []
  readonly budgets: Budget[] = []
  readonly debits: Debit[] = []
  /** Each payer's credit in each condominium, by `creditKey`. In cents. */
  readonly credits = new Map<string, number>()
  readonly ground: Ground
  readonly began: Day
  today: Day
  constructor(ground: Ground, today: Day) {
    this.ground = ground
    this.began = today
    this.today = today
  }

  /** Each condominium's rule for interest. */
  readonly rules = new Map<number, Rule>()
  /** Whether money without a purpose pays interest before principal (art. 1194 c.c.). */
  interest_first = false
  /** The last closed day of each condominium's books. */
  readonly closed = new Map<number, Day>()
  closedOn(condominium: number, day: Day): boolean {
    return day <= (this.closed.get(condominium) ?? '')
  }
  /** Whether payments of this condominium go to the office's own account at the provider. */
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

/** Design §8: the part of the residue that was due before today. */
export const overdueOf = (bill: Bill, today: Day): number =>
  bill.status !== 'issued'
    ? 0
    : sumOf(bill.instalments.filter(({ due }) => due < today).map(({ amount, settled }) => amount - settled))

export const disputedOf = (books: Books, bill: Bill): boolean =>
  books.payments.some(
    ({ state, parts }) => state === 'contested' && parts.some((part) => part.bill === bill && part.cents > 0),
  )

/**
 * The bill's phase, a function of its amounts. Several are possible where rows were rewritten after something came
 * back.
 */
export function phasesOf(books: Books, bill: Bill): string[] {
  if (bill.status !== 'issued') return [bill.status]
  const [amount, settled] = [amountOf(bill), settledOf(bill)]
  const returned = sumOf(bill.instalments.map((each) => each.returned))
  const refunded = sumOf(bill.instalments.map((each) => each.refunded))
  if (disputedOf(books, bill)) return ['disputed']
  if (pendingOf(bill) > 0) return ['pending']
  if (settled >= amount) return ['paid']
  const called = returned > 0 ? 'returned' : settled > 0 ? 'partly_paid' : refunded > 0 ? 'refunded' : 'open'
  // A plan rewrites the rows of what is unsettled, and rows with a payment attempt keep their returns.
  return bill.plan && bill.tried
    ? [called, 'returned', settled > 0 ? 'partly_paid' : 'refunded', 'open']
    : [called]
}

/** Sorts parts by day, then by bill; a bill has one part per day. */
export const inOrder = (parts: readonly Part[]): Part[] =>
  parts.toSorted((a, b) =>
    a.instalment.due < b.instalment.due
      ? -1
      : a.instalment.due > b.instalment.due
        ? 1
        : a.bill.id - b.bill.id,
  )

/** The parts of a bill that can still be paid because no payment holds them, oldest first. */
export const dueOf = (bill: Bill): Part[] =>
  inOrder(
    bill.instalments.map((instalment) => ({
      bill,
      instalment,
      cents: instalment.amount - instalment.settled - instalment.pending,
    })),
  ).filter(({ cents }) => cents > 0)

/** Whether a payment is possible now. */
export const mayPay = (books: Books, bill: Bill): boolean =>
  bill.status === 'issued' &&
  pendingOf(bill) === 0 &&
  !disputedOf(books, bill) &&
  settledOf(bill) < amountOf(bill)

export const planned = ({ plan }: Bill): boolean => plan?.state === 'proposed' || plan?.state === 'active'
