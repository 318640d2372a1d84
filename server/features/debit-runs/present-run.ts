import * as contract from '@saldo/contract/payments/debit-runs'
import { today } from '@saldo/domain/dates'
import { noticeInTime } from '@saldo/domain/sepa/debit'
import { type SequenceType, sequenceTypes } from '@saldo/domain/sepa/sequence-type'
import { PaymentOrderRefused } from '../../bank-files/pain/order-refused.ts'
import type { Tx } from '../../db/connection.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { serveAcross } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { cancelRunDebits, noteNotices, setPayments, startRunDebits } from '../debits/run-debits.ts'
import { createFlow } from '../flows/create-flow.ts'
import { notePresented } from '../mandates/bank-mandate.ts'
import { openBankAttempts } from '../payments/pay/open-bank-attempts.ts'
import { type DebitToStart, debitsToStart, whyNotStart } from './debits-to-start.ts'
import { runAccount, whyNotCollect } from './run-account.ts'
import { runDetail, whyNotPresent } from './run-detail.ts'
import { orderContent } from './write-order.ts'

/**
 * Makes the file of a run. In one transaction the debits become payments under way, which hold their instalments, and the
 * file is stored: so what is in the file is held, and what is held is in the file.
 */
export const presentDebitRun = serveAcross(contract.presentDebitRun, async ({ services, as, params }) => {
  await as((tx) => runDetail(tx, params.id))
  await services.asSystem((tx) => noteNotices(tx, params.id))
  return as(async (tx, actor) => {
    await present(services, tx, params.id, { user_id: actor.user_id, name: await actorName(tx) })
    return runDetail(tx, params.id)
  })
})

type Run = {
  run_id: number
  customer_id: number
  account_id: number
  collect_on: string
  state: contract.DebitRun['state']
  format: contract.DebitOrderFormat
  creditor_id: string
}

async function present(
  services: Services,
  tx: Tx,
  run_id: number,
  by: { user_id: number | null; name: string },
): Promise<void> {
  const run = await lockRun(tx, run_id)
  if (run.state === 'presented' || run.state === 'closed')
    throw conflict('presented', 'Il flusso di questa distinta è già stato fatto: scaricalo dai flussi.')
  const why = whyNotPresent(run)
  if (why) throw conflict('not_presentable', why)
  const account = await runAccount(tx, run.account_id)
  const lacking = whyNotCollect(account)
  if (lacking) throw conflict('cannot_collect', lacking)
  const debits = await debitsToStart(tx, run)
  requireNoticesGone(debits, run)
  const ready = await cancelOthers(tx, debits, run)
  if (ready.length === 0)
    throw conflict(
      'nothing_left',
      'Nessun addebito si può più presentare: annulla la distinta e fanne un’altra.',
    )

  const message_id = `SALDO-${run.collect_on.replaceAll('-', '')}-${run_id}`
  const withBlock = ready.map((debit) => ({ ...debit, block_id: `${message_id}-${debit.sequence}` }))
  await startRunDebits(tx, withBlock)
  const payment_ids = await openBankAttempts(
    services,
    tx,
    withBlock.map((debit) => ({
      ...{ customer_id: run.customer_id, account_id: run.account_id },
      ...{ bill_id: debit.bill_id, subject_id: debit.subject_id },
      ...{ payer_name: debit.debtor_name, receipt_email: debit.email, last4: debit.debtor_iban.slice(-4) },
      parts: debit.parts,
    })),
    { created_by: by.user_id, actor: by.name },
  )
  await setPayments(
    tx,
    ready.map(({ debit_id }) => debit_id),
    payment_ids,
  )
  const presented_at = new Date().toISOString()
  const order = {
    ...{ message_id, created_at: `${presented_at.slice(0, 19)}Z`, initiator: account.name },
    blocks: blocksOf(withBlock).map(({ sequence, block_id, debits: inBlock }) => ({
      ...{ block_id, sequence, scheme: 'CORE' as const, collect_on: run.collect_on },
      ...{ creditor_name: account.name, creditor_iban: account.iban as string, creditor_id: run.creditor_id },
      debits: inBlock,
    })),
  }
  const content = await contentOf(order, run.format)
  const flow_id = await createFlow(services, tx, {
    ...{ customer_id: run.customer_id, account_id: run.account_id, kind: 'debit_order', format: run.format },
    ...{ file_name: `${message_id}.xml`, content, created_by: by.user_id, reference: message_id },
    ...{ count: ready.length, amount: ready.reduce((sum, { amount }) => sum + amount, 0) },
  })
  await notePresented(
    tx,
    ready.map(({ mandate_id }) => mandate_id),
  )
  await tx`
    update debit_runs set ${tx({ state: 'presented', message_id, flow_id, presented_at })} where run_id = ${run_id}`
}

export async function lockRun(tx: Tx, run_id: number): Promise<Run> {
  const [run] = await tx<Run[]>`
    select run_id, customer_id, account_id, collect_on, state, format, creditor_id from debit_runs
    where run_id = ${run_id} for update`
  if (!run) throw notFound('La distinta')
  return run
}

/** 409 while notices may still leave in time: the payers must know before the bank does. */
function requireNoticesGone(debits: readonly DebitToStart[], { collect_on }: Run): void {
  const waiting = debits.some(({ state }) => state === 'planned')
  if (waiting && noticeInTime(today(), collect_on))
    throw conflict(
      'notices_leaving',
      'I preavvisi stanno partendo: riprova fra qualche minuto. Chi paga va avvisato prima della banca.',
    )
}

/** Cancels what can no longer be presented, each with its reason, and returns the others. */
async function cancelOthers(tx: Tx, debits: readonly DebitToStart[], run: Run): Promise<DebitToStart[]> {
  const ready: DebitToStart[] = []
  const others = new Map<string, number[]>()
  for (const debit of debits) {
    const why = whyNotStart(debit, run)
    if (why === null) ready.push(debit)
    else others.set(why, [...(others.get(why) ?? []), debit.debit_id])
  }
  for (const [reason, debit_ids] of others) await cancelRunDebits(tx, debit_ids, reason)
  return ready
}

const blocksOf = <D extends { sequence: SequenceType; block_id: string }>(debits: readonly D[]) =>
  sequenceTypes.flatMap((sequence) => {
    const inBlock = debits.filter((debit) => debit.sequence === sequence)
    const [first] = inBlock
    return first ? [{ sequence, block_id: first.block_id, debits: inBlock }] : []
  })

async function contentOf(
  order: Parameters<typeof orderContent>[0],
  format: contract.DebitOrderFormat,
): Promise<Buffer> {
  try {
    return await orderContent(order, format)
  } catch (error) {
    if (!(error instanceof PaymentOrderRefused)) throw error
    throw conflict('not_writable', error.message)
  }
}
