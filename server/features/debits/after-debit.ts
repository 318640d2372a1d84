import { type Day, formatLongDate, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { declineForOffice, declineSentence } from '@saldo/domain/payments/payment'
import { mayRetry, mostTries, retryDay, stopsMandate } from '@saldo/domain/sepa/debit'
import { returnReason } from '@saldo/domain/sepa/return-reasons'
import type { Tx } from '../../db/connection.ts'
import { payOnceUrl } from '../../links/pay-once-link.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import type { Services } from '../../services.ts'
import { linkToPayer } from '../delegations/paid-by-delegate.ts'
import { moveBankMandate, noteOnMandate, useBankMandate } from '../mandates/bank-mandate.ts'
import { moveMandate, useMandate } from '../mandates/source-mandate.ts'
import { notifyCustomer } from '../messages/notify-users.ts'
import { cancelDebitsOf, cancelDebitsOfSource, restoreDebits } from './cancel-planned-debits.ts'
import { coveredByAutopay } from './locked-debit.ts'

type Attempt = {
  attempt_id: number
  payment_id: number
  customer_id: number
  bill_id: number
  source_id: number | null
  amount: number
  failure_code: string | null
  receipt_email: string | null
  bill_number: string
}

/** The debit's payment succeeded: the debit is done, and its mandate was used. */
export async function debitDone(tx: Tx, attempt: Attempt): Promise<void> {
  const [done] = await tx`
    update debits d set state = 'done', settled_on = (p.settled_at at time zone 'Europe/Rome')::date
    from payments p
    where d.payment_id = ${attempt.payment_id} and d.state = 'started'
      and p.customer_id = d.customer_id and p.payment_id = d.payment_id
    returning d.mandate_id, d.settled_on`
  const text = `Incassati ${formatEuro(attempt.amount)}`
  if (attempt.source_id !== null) await useMandate(tx, attempt.source_id, text)
  else if (done?.mandate_id)
    await useBankMandate(tx, done.mandate_id, done.settled_on, { text, actor: 'banca' })
}

/**
 * Handles an attempt that charged nobody: the debit waits for its next try, and debits that this payment had replaced
 * are planned again.
 */
export async function debitWithdrawn(tx: Tx, attempt: Attempt): Promise<void> {
  await tx`
    update debits set state = 'notified', payment_id = null where payment_id = ${attempt.payment_id} and state = 'started'`
  await restoreDebits(tx, attempt.payment_id)
}

/** Mails payer and office about a failed planned debit, and about any debit that was pending or had arrived. */
export async function afterFailedPayment(
  services: Services,
  tx: Tx,
  { attempt, was_under_way }: { attempt: Attempt; was_under_way: boolean },
): Promise<void> {
  const planned = await debitFailed(tx, attempt)
  if (planned || was_under_way) await mailDebitFailed(services, tx, attempt)
}

/**
 * A payment failed or came back. If it belongs to a debit, plans a retry where the reason allows one; if the reason
 * says that the mandate is invalid, ends the mandate. Returns whether it was a debit.
 */
async function debitFailed(tx: Tx, attempt: Attempt): Promise<boolean> {
  await restoreDebits(tx, attempt.payment_id)
  const { failure_code, source_id } = attempt
  const [debit] = await tx`
    update debits set state = 'failed', failure_code = ${failure_code}
    where payment_id = ${attempt.payment_id} and state in ('started', 'done')
    returning debit_id, mandate_id, tries`
  if (debit?.mandate_id) return bankDebitFailed(tx, debit as unknown as BankDebit, failure_code)
  const stops = stopsMandate(failure_code)
  if (debit && !stops && mayRetry(failure_code, debit.tries)) await planRetry(tx, debit.debit_id)
  if (source_id === null || !(stops || (debit && debit.tries > 1 && !mayRetry(failure_code, debit.tries))))
    return debit !== undefined
  const text = declineSentence(failure_code)
  await moveMandate(tx, source_id, stops ? 'revoked' : 'suspended', { text, actor: 'banca' })
  await cancelDebitsOfSource(tx, source_id, 'Il mandato non si può più usare.')
  return debit !== undefined
}

type BankDebit = { mandate_id: number; tries: number }

/**
 * Ends or suspends the mandate where the reason, or the third failure, asks for it, with its announced debits. A debit for
 * the bank is tried again in a later run, which the office makes: nothing is presented without the office.
 */
async function bankDebitFailed(
  tx: Tx,
  { mandate_id, tries }: BankDebit,
  failure_code: string | null,
): Promise<true> {
  const { office, retry } = returnReason(failure_code)
  const to = stopsMandate(failure_code) ? 'revoked' : retry && tries >= mostTries ? 'suspended' : null
  if (to === null)
    await noteOnMandate(tx, mandate_id, {
      ...{ kind: 'failed', text: `Addebito non riuscito. ${office}`, actor: 'banca' },
    })
  else if (await moveBankMandate(tx, mandate_id, to, { text: office, actor: 'banca' }))
    await cancelDebitsOf(tx, { mandate_id, reason: 'Il mandato non si può più usare.' })
  return true
}

const planRetry = (tx: Tx, debit_id: number) => tx`
  insert into debits (customer_id, account_id, bill_id, subject_id, source_id, instalment_ids, amount, collect_on, retry_of,
    tries, created_by, autopay_id)
  select customer_id, account_id, bill_id, subject_id, source_id, instalment_ids, amount, ${retryDay(today())}, debit_id,
    tries + 1, created_by, autopay_id
  from debits d where debit_id = ${debit_id} and (autopay_id is null or ${coveredByAutopay(tx)})
  on conflict do nothing`

/**
 * Mails office and payer: the reason, the day of the retry, and a link that pays once. To a delegate it links the payment: a
 * link of the bill would outlive the delegation.
 */
async function mailDebitFailed(services: Services, tx: Tx, attempt: Attempt): Promise<void> {
  await notifyCustomer(services, tx, attempt.customer_id, {
    kind: 'debit',
    title: `Addebito non riuscito: ${formatEuro(attempt.amount)}`,
    body: `${attempt.bill_number}: ${declineForOffice(attempt.failure_code)}`,
    link: `/transazioni?open=${attempt.payment_id}`,
    dedupe_key: `debit-failed:${attempt.attempt_id}`,
  })
  await services.queue.enqueue(tx, 'tell-payer', {
    ...{ payment_id: attempt.payment_id, what: 'failed', key: String(attempt.attempt_id) },
  })
  if (!attempt.receipt_email) return
  const retry_on = await retryOf(tx, attempt.payment_id)
  const ofDelegate = await linkToPayer(services, tx, attempt.payment_id)
  await queueEmail(services, tx, {
    template: 'debit-failed',
    to: attempt.receipt_email,
    customer_id: attempt.customer_id,
    bill_id: attempt.bill_id,
    dedupe_key: `debit-failed:${attempt.attempt_id}`,
    values: {
      amount: formatEuro(attempt.amount),
      reason: declineSentence(attempt.failure_code),
      retry: retry_on
        ? `Se non paghi prima, riproviamo ${formatLongDate(retry_on)}: pagando adesso, quell’addebito non parte.`
        : 'Non riproveremo da soli.',
      bill_url: ofDelegate.bill_url ?? (await payOnceUrl(services, tx, attempt)),
    },
  })
}

async function retryOf(tx: Tx, payment_id: number): Promise<Day | null> {
  const [retry] = await tx`
    select r.collect_on from debits d join debits r on r.retry_of = d.debit_id
    where d.payment_id = ${payment_id} and r.state in ('planned', 'notified')`
  return retry?.collect_on ?? null
}
