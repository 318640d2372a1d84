import { addDays, type Day } from '@saldo/domain/dates'
import { type Cents, percentOf } from '@saldo/domain/money'
import type { DemoBill } from './bills.ts'
import type { Habit, Way } from './people.ts'
import { type Dice, dice } from './seeded-random.ts'

/** How the payment ended. A failed SEPA debit had been sent to the bank; a returned one had arrived. */
export type End = 'succeeded' | 'failed' | 'cancelled' | 'returned' | 'disputed' | 'refunded'
export type DemoPayment = {
  bill: DemoBill
  /** The amount of each instalment that it was meant to pay, by index in the bill. */
  parts: { place: number; amount: Cents }[]
  amount: Cents
  way: Way
  end: End
  failure_code: string | null
  fee: Cents
  /** Milliseconds since 1970. */
  created: number
  /** When the money arrived; null: never. */
  settled: number | null
  /** When it reached its final state. */
  ended: number
}

/**
 * Makes the payments of every bill until yesterday, in order of time: people who pay early, late or never, declined
 * cards, debits that the bank returned, disputes and refunds. Writes what is settled, and what came back, into the
 * bills.
 */
export function payBills(bills: readonly DemoBill[], today: Day): DemoPayment[] {
  const payments = bills.flatMap((bill, index) => {
    if (bill.status !== 'issued' || bill.condominium.place.taken_over) return []
    const story = storyOf(bill, today, dice(1193 + index))
    apply(bill, story)
    return story
  })
  return payments.sort((one, other) => one.created - other.created)
}

function storyOf(bill: DemoBill, today: Day, random: Dice): DemoPayment[] {
  const places = bill.instalments.map((_, place) => place)
  const habit = habitOf(bill)
  const atOnce = places.length > 1 && habit === 'prompt' && random.chance(0.12)
  const debts = atOnce ? [places] : places.map((place) => [place])
  return debts.flatMap((debt) => payDebt(bill, debt, today, random))
}

/** One debt: perhaps a first try that fails, then the payment, if it came before today. */
function payDebt(bill: DemoBill, debt: number[], today: Day, random: Dice): DemoPayment[] {
  const habit = habitOf(bill)
  const usual = bill.unit.holder.way
  const due = bill.instalments[debt[0] ?? 0]?.due_date ?? bill.issue_date
  const begin = opener(bill, debt, random)
  const story: DemoPayment[] = []
  let day = latest(addDays(bill.issue_date, 1), payDay(due, habit, random))

  if (usual === 'SEPA_DEBIT' && random.chance(habit === 'debtor' ? 0.5 : 0.03)) {
    const tried = latest(addDays(bill.issue_date, 2), addDays(due, -random.between(2, 9)))
    const back = addDays(tried, random.between(3, 5))
    if (back >= today) return []
    story.push({
      ...begin('SEPA_DEBIT', tried),
      end: 'failed',
      failure_code: random.weighted(debitFailures),
      ended: at(back, random),
    })
    day = latest(day, addDays(back, random.between(2, 25)))
  }
  if (day >= today) return [...story, ...(random.chance(0.02) ? failedTry(begin, due, today, random) : [])]

  const arrives = addDays(day, random.between(3, 5))
  const way = usual === 'SEPA_DEBIT' && arrives >= today ? 'CARD' : usual
  const paid = { ...begin(way, day), end: 'succeeded' as const }
  if (way === 'CARD' && random.chance(0.04)) story.push(declinedBefore(paid, random))
  if (way !== 'BANK_TRANSFER' && random.chance(0.008)) story.push(abandonedBefore(paid, random))
  const settled = way === 'SEPA_DEBIT' ? at(arrives, random) : paid.created + seconds(random, way)
  const arrived = { ...paid, settled, ended: settled, fee: feeOf(way, paid.amount) }
  return [...story, ...afterwards(arrived, day, today, begin, random)]
}

const habitOf = ({ unit }: DemoBill): Habit | 'behind' => (unit.behind ? 'behind' : unit.holder.habit)

const never = '9999-12-31'

function payDay(due: Day, habit: Habit | 'behind', random: Dice): Day {
  if (habit === 'on_the_day') return due
  if (habit === 'behind') return addDays(due, 190)
  if (habit === 'prompt')
    return addDays(due, random.chance(0.02) ? random.between(20, 90) : random.between(-18, 3))
  if (habit === 'slow') return addDays(due, random.between(2, 55))
  return random.chance(0.5) ? never : addDays(due, random.between(40, 220))
}

/** Money that arrived, and what may happen to it later. */
function afterwards(paid: DemoPayment, day: Day, today: Day, begin: Opener, random: Dice): DemoPayment[] {
  const later = (least: number, most: number) => addDays(day, random.between(least, most))
  const single = paid.bill.instalments.length === 1
  if (paid.way === 'CARD' && day > addDays(today, -45) && random.chance(0.03)) {
    const on = later(4, 12)
    if (on < today) return [{ ...paid, end: 'disputed', ended: at(on, random) }]
  }
  if (paid.way === 'CARD' && single && random.chance(0.006)) {
    const on = later(2, 9)
    if (on < today) return [{ ...paid, end: 'refunded', ended: at(on, random) }]
  }
  if (paid.way === 'SEPA_DEBIT' && random.chance(0.006)) {
    const on = later(12, 50)
    if (on >= today) return [paid]
    const returned = {
      ...paid,
      end: 'returned' as const,
      failure_code: 'debit_disputed',
      ended: at(on, random),
    }
    const again = addDays(on, random.between(4, 30))
    if (again >= today || random.chance(0.3)) return [returned]
    const transfer = begin('BANK_TRANSFER', again)
    return [returned, { ...transfer, end: 'succeeded', settled: transfer.created }]
  }
  return [paid]
}

type Opener = (way: Way, day: Day) => DemoPayment

function opener(bill: DemoBill, debt: number[], random: Dice): Opener {
  const parts = debt.map((place) => ({ place, amount: bill.instalments[place]?.amount ?? 0 }))
  const amount = parts.reduce((sum, part) => sum + part.amount, 0)
  return (way, day) => {
    const created = at(day, random)
    return {
      bill,
      parts,
      amount,
      way,
      end: 'cancelled',
      failure_code: null,
      fee: 0,
      created,
      settled: null,
      ended: created,
    }
  }
}

const debitFailures = {
  insufficient_funds: 12,
  debit_not_authorized: 3,
  incorrect_account_holder_name: 1,
  account_closed: 1,
  bank_account_restricted: 1,
}
const cardFailures = {
  insufficient_funds: 5,
  generic_decline: 4,
  payment_intent_authentication_failure: 3,
  expired_card: 2,
  incorrect_cvc: 2,
}

const declined = (tried: DemoPayment, random: Dice): DemoPayment => ({
  ...tried,
  way: 'CARD',
  end: 'failed',
  failure_code: random.weighted(cardFailures),
  ended: tried.created + random.between(2, 40) * 1000,
})
const declinedBefore = (paid: DemoPayment, random: Dice): DemoPayment => {
  const created = paid.created - random.between(2, 25) * 60_000
  return declined({ ...paid, created }, random)
}
/** The payer left before approving; half an hour later the attempt was cancelled. */
function abandonedBefore(paid: DemoPayment, random: Dice): DemoPayment {
  const created = paid.created - random.between(60, 300) * 60_000
  return {
    ...paid,
    way: paid.way === 'KLARNA' ? 'KLARNA' : 'CARD',
    end: 'cancelled',
    created,
    ended: created + 31 * 60_000,
  }
}
/** A declined card without a second try: the bill stays unpaid. */
function failedTry(begin: Opener, due: Day, today: Day, random: Dice): DemoPayment[] {
  const day = addDays(due, -random.between(1, 6))
  const tried = begin('CARD', day)
  return day < today && day > tried.bill.issue_date ? [declined(tried, random)] : []
}

/** The provider's fee in cents, at its European list prices. */
function feeOf(way: Way, amount: Cents): Cents {
  if (way === 'CARD') return percentOf(amount, 150) + 25
  if (way === 'KLARNA') return percentOf(amount, 499) + 35
  return way === 'SEPA_DEBIT' ? 35 : 0
}

/** Settles the instalments, and records on them what came back and was not paid again. */
function apply(bill: DemoBill, story: readonly DemoPayment[]): void {
  for (const { end, way, parts } of story.toSorted((one, other) => one.ended - other.ended))
    for (const { place, amount } of parts) {
      const instalment = bill.instalments[place]
      if (!instalment) continue
      if (end === 'succeeded' || end === 'disputed') instalment.settled += amount
      if (end === 'returned' || (end === 'failed' && way === 'SEPA_DEBIT')) instalment.returned += amount
      if (end === 'refunded') instalment.refunded += amount
      instalment.returned = Math.min(instalment.returned, instalment.amount - instalment.settled)
      instalment.refunded = Math.min(
        instalment.refunded,
        instalment.amount - instalment.settled - instalment.returned,
      )
    }
  bill.disputed = story.some(({ end }) => end === 'disputed')
}

const latest = (one: Day, other: Day): Day => (one > other ? one : other)
/** A moment of the day that is the same day in Rome and in UTC. */
const at = (day: Day, random: Dice): number =>
  Date.parse(`${day}T06:00:00Z`) + random.between(0, 14 * 3600 - 1) * 1000
const seconds = (random: Dice, way: Way): number =>
  way === 'BANK_TRANSFER' ? 0 : random.between(2, way === 'KLARNA' ? 180 : 30) * 1000
