import { whyNotReceivedOn } from '@saldo/domain/accounting/registration-dates'
import { formatDate } from '@saldo/domain/dates'
import { type NoticeKind, noticeNumberOf, noticeOutcome } from '@saldo/domain/payments/notice'
import type { NoticeMethod } from '@saldo/domain/payments/payment-method'
import { type BankFile, BankFileRefused, type NoticeOutcomeFile } from '../../bank-files/bank-file.ts'
import { closedBeyond } from '../../db/closed-period.ts'
import type { Tx } from '../../db/connection.ts'
import { noKey } from '../../http/idempotency-key.ts'
import type { Services } from '../../services.ts'
import { actorName } from '../../timeline/actor-name.ts'
import type { ReceivedFlow } from '../flows/feature.ts'
import { noteFlow } from '../flows/note-flow.ts'
import { planCollection } from '../payments/collect/plan-collection.ts'
import { settleCollection } from '../payments/collect/settle-collection.ts'
import { type MatchedOutcome, matchOutcomes, paidOn, refuseContradiction } from './match-outcomes.ts'

const methods: Record<NoticeKind, NoticeMethod> = { mav: 'MAV', riba: 'RIBA' }

/**
 * Writes what the bank says of notices: a paid one settles its bill, once, as a collection of the day on which it was paid;
 * what the bill no longer asks for is credit of the payer. Others change the state of the notice alone. What an earlier file
 * had told is counted, and nothing is written twice.
 */
export async function applyOutcomes(
  services: Services,
  tx: Tx,
  { flow, file }: { flow: ReceivedFlow; file: BankFile },
): Promise<void> {
  if (file.kind !== 'notice_outcome') return
  const matched = await matchOutcomes(tx, flow, file)
  await lockDebtsOf(
    tx,
    matched.map(({ bill }) => bill.bill_id),
  )
  let known = 0
  for (const each of matched) {
    refuseContradiction(each)
    if (each.notice?.codes.includes(each.outcome.code)) known += 1
    else await applyOutcome(services, tx, { flow, file }, each)
  }
  const account_ids = new Set(matched.map(({ account_id }) => account_id))
  await noteFlow(tx, flow.flow_id, {
    ...{ reference: file.name, account_id: account_ids.size === 1 ? ([...account_ids][0] as number) : null },
    ...{ count: file.outcomes.length, known, amount: file.total },
  })
}

async function applyOutcome(
  services: Services,
  tx: Tx,
  { flow, file }: { flow: ReceivedFlow; file: NoticeOutcomeFile },
  matched: MatchedOutcome,
): Promise<void> {
  const { outcome, account_id, notice } = matched
  const { customer_id } = flow
  const state = noticeOutcome(outcome.code)
  const was_paid = notice?.paid_on != null
  const notice_id = notice?.notice_id ?? (await insertForeign(tx, { flow, file }, matched))
  // Paid is final: an older file may tell that it had expired before.
  if (!was_paid)
    await tx`
      update notices set state = ${state}, updated_at = now() where customer_id = ${customer_id} and notice_id = ${notice_id}`
  const payment_id =
    state === 'paid' && !was_paid ? await settle(services, tx, flow, methods[file.format], matched) : null
  await tx`
    insert into notice_outcomes ${tx({
      ...{ customer_id, account_id, notice_id, flow_id: flow.flow_id, payment_id },
      ...{ code: outcome.code, amount: outcome.amount, fees: outcome.fees },
      ...{ paid_on: outcome.paid_on, value_on: outcome.value_on, bank_number: outcome.bank_number },
    })}`
  // The outcomes that follow in the same file see this one.
  if (notice) {
    notice.codes.push(outcome.code)
    if (payment_id !== null) notice.paid_on = paidOn(outcome)
  }
}

/** A notice that another program made. */
async function insertForeign(
  tx: Tx,
  { flow, file }: { flow: ReceivedFlow; file: NoticeOutcomeFile },
  { outcome, account_id, bill }: MatchedOutcome,
): Promise<number> {
  const [row] = await tx<{ notice_id: number }[]>`
    insert into notices ${tx({
      ...{ customer_id: flow.customer_id, account_id, bill_id: bill.bill_id, subject_id: bill.subject_id },
      ...{
        kind: file.format,
        creditor_number: noticeNumberOf(outcome.creditor_number),
        amount: outcome.amount,
      },
      ...{ due_on: outcome.due_on ?? file.created_on, state: noticeOutcome(outcome.code) },
      ...{ actor: await actorName(tx), created_by: flow.created_by },
    })} returning notice_id`
  return row?.notice_id as number
}

async function settle(
  services: Services,
  tx: Tx,
  { customer_id, created_by }: ReceivedFlow,
  method: NoticeMethod,
  { outcome, account_id, bill }: MatchedOutcome,
): Promise<number> {
  const refuse = (why: string) =>
    new BankFileRefused(`Avviso ${outcome.creditor_number}: ${why}`, outcome.line)
  const received_on = paidOn(outcome)
  const wrong = whyNotReceivedOn(received_on)
  if (wrong) throw refuse(wrong)
  const closed_to = await closedBeyond(tx, { customer_id, account_id }, received_on)
  if (closed_to)
    throw refuse(
      `è stato pagato il ${formatDate(received_on)}, ma i conti del condominio sono chiusi fino al ${formatDate(closed_to)}: riapri il periodo, poi carica di nuovo il file.`,
    )
  const { subject_id } = bill
  const { amount } = outcome
  const order = { account_id, subject_id, amount }
  const plan =
    bill.status === 'cancelled'
      ? await allCredit(tx, order, () =>
          refuse(`la bolletta ${bill.number} è annullata e la persona non ne ha altre.`),
        )
      : await planCollection(tx, { ...order, bill_ids: [bill.bill_id] })
  return settleCollection(services, tx, plan, {
    ...{ ...order, ...noKey, method, received_on, created_by },
    reference: outcome.bank_number,
    note: null,
  })
}

/** The money of a notice whose bill was cancelled settles nothing that the payer did not mean: it is credit. */
async function allCredit(
  tx: Tx,
  order: { account_id: number; subject_id: number; amount: number },
  refused: () => BankFileRefused,
) {
  const [other] = await tx`
    select from bills where account_id = ${order.account_id} and subject_id = ${order.subject_id}
      and phase not in ('draft', 'cancelled') limit 1`
  if (!other) throw refused()
  return { ...(await planCollection(tx, order)), rule: 'named' as const, parts: [], surplus: order.amount }
}

/** Locks all bills of the people concerned at once, in the order of ids. */
const lockDebtsOf = (tx: Tx, bill_ids: readonly number[]) => tx`
  select from bills where (customer_id, account_id, subject_id) in (
    select customer_id, account_id, subject_id from bills where bill_id = any(${[...bill_ids]}::bigint[]))
  order by bill_id for update`
