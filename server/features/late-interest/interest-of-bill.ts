import type { LateInterest } from '@saldo/contract/bills/late-interest'
import { firstOf } from '@saldo/domain/arrears/instalment-plan'
import {
  type Claim,
  type InterestKind,
  type InterestRule,
  interestOn,
  type LatePart,
  lateParts,
  moneyAbove,
  ratesOver,
} from '@saldo/domain/arrears/late-interest'
import { type RatePeriod, whyNoLegalRate } from '@saldo/domain/arrears/legal-rates'
import { daysBetween, today } from '@saldo/domain/dates'
import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'
import {
  type AcceptedPlan,
  acceptedPlans,
  type KnownInstalment,
  knownInstalments,
  settledAt,
} from './settlement-history.sql.ts'

/**
 * The late interest that a bill owes today: on the unpaid part of each instalment for each day after its due date, also
 * if it was paid since, less what was charged. A charge whose bill was cancelled does not count. Charged interest keeps
 * its rate, also for money that came back since. Days without a known legal rate are not counted, and the result says
 * so. A bill of interest bears none (art. 1283 c.c.), nor do drafts and cancelled bills. 404 when the bill is not
 * visible.
 */
export async function interestOfBill(tx: Tx, bill_id: number): Promise<LateInterest> {
  const [bill] = await tx<Facts[]>`
    select b.customer_id, b.bill_id, b.status, coalesce(r.kind, 'none') as kind, r.agreed_bps,
      exists (select from late_interest_charges c
        where c.customer_id = b.customer_id and c.interest_bill_id = b.bill_id) as is_interest
    from bills b
    left join late_interest_rules r on r.customer_id = b.customer_id and r.account_id = b.account_id
    where b.bill_id = ${bill_id}`
  if (!bill) throw notFound('La bolletta')
  const charges = await chargesOf(tx, bill)
  const rates = ratesOver(
    bill,
    charges.map(({ through_day, rule }): Claim => ({ through_day, rule })),
  )
  const through_day = lastCounted(rates)
  const { kind, agreed_bps } = bill
  const { accrued, parts, not_counted } = await accrual(tx, bill, rates)
  const charged = charges.reduce((sum, { amount }) => sum + amount, 0)
  return {
    ...{ bill_id, kind, agreed_bps, through_day, accrued, charged, not_counted, parts },
    amount: kind === 'none' ? 0 : Math.max(accrued - charged, 0),
    excess: kind === 'none' ? 0 : Math.max(charged - accrued, 0),
    charges: charges.map(({ rule: _rule, ...charge }) => charge),
  }
}

type Facts = InterestRule & {
  customer_id: number
  bill_id: number
  status: 'draft' | 'issued' | 'cancelled'
  kind: InterestKind
  is_interest: boolean
}
type Charge = LateInterest['charges'][number] & { rule: InterestRule | null }

const chargesOf = (tx: Tx, { customer_id, bill_id }: Facts) => tx<Charge[]>`
  select c.interest_bill_id as bill_id, i.number, c.through_day, c.amount,
    case when c.kind is not null then json_build_object('kind', c.kind, 'agreed_bps', c.agreed_bps) end as rule
  from late_interest_charges c
  join bills i on i.customer_id = c.customer_id and i.bill_id = c.interest_bill_id
  where c.customer_id = ${customer_id} and c.bill_id = ${bill_id} and i.status <> 'cancelled'
  order by c.through_day, c.charge_id`

/** Today, or the last day with a known rate. */
function lastCounted(rates: readonly RatePeriod[]): string {
  const known = rates.at(-1)?.to ?? today()
  return known < today() ? known : today()
}

type Accrued = Pick<LateInterest, 'accrued' | 'parts' | 'not_counted'>

async function accrual(tx: Tx, bill: Facts, rates: readonly RatePeriod[]): Promise<Accrued> {
  if (bill.kind === 'none' || bill.is_interest || bill.status !== 'issued')
    return { accrued: 0, parts: [], not_counted: [] }
  const instalments = await knownInstalments(tx, bill)
  const plans = await acceptedPlans(tx, bill)
  const found = [
    ...instalments.flatMap(ofInstalment),
    ...plans.flatMap((plan) => beforePlan(plan, instalments)),
  ].sort((a, b) => (a.due_date < b.due_date ? -1 : a.due_date > b.due_date ? 1 : 0))
  const { total, amounts, without_rate } = interestOn(found, rates)
  return {
    accrued: total,
    parts: found.map((part, at) => toPart(part, amounts[at] ?? 0)).filter(({ amount }) => amount > 0),
    not_counted: [...new Set(without_rate.map((day) => whyNoLegalRate(day)))],
  }
}

const ofInstalment = ({ due_date, amount, unexplained, movements }: KnownInstalment) =>
  lateParts([{ due_date, amount: Math.max(amount - unexplained, 0) }], movements, today())

/**
 * The due dates before a plan. A plan changes due dates from the day it is accepted: until then the old ones count, and
 * accrued interest stays. If the plan lapses, what was not paid counts from its old due dates as if there had been no
 * plan, and what was paid by the plan's instalments keeps the plan's dates. An instalment that was settled when the
 * plan began keeps its due date and is not in `before`. Money of earlier days lowers what was unpaid on them, also if
 * it was registered while the plan was active, because a transfer pays on the day it was received. If it is registered
 * later, the old due dates apply to it.
 */
function beforePlan(plan: AcceptedPlan, instalments: readonly KnownInstalment[]) {
  const { accepted_on, accepted, ended, before, unpaid_at_end } = plan
  const debts = firstOf(before, Math.max(sum(before) - (unpaid_at_end ?? 0), 0))
  const earlier = instalments.flatMap((instalment) => {
    const registered = instalment.payments.filter((payment) => ended === null || payment.registered <= ended)
    const came = registered.flatMap(({ movements }) => movements.filter(({ day }) => day <= accepted_on))
    return moneyAbove(settledAt(instalment, accepted), came)
  })
  return lateParts(
    debts.map((debt) => ({ ...debt, until: accepted_on })),
    earlier,
    today(),
  )
}

const toPart = ({ spans, ...part }: LatePart, amount: number): LateInterest['parts'][number] => ({
  ...part,
  amount,
  spans: spans.map((span) => ({ ...span, days: daysBetween(span.after, span.until) })),
})

const sum = (parts: readonly { amount: number }[]) => parts.reduce((total, { amount }) => total + amount, 0)
