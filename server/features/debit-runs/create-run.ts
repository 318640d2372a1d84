import * as contract from '@saldo/contract/payments/debit-runs'
import { formatEuro } from '@saldo/domain/money'
import type { Tx } from '../../db/connection.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { type RequestKey, requestKey, requireSameRequest } from '../../http/idempotency-key.ts'
import { serve } from '../../http/serve.ts'
import { insertRunDebits } from '../debits/run-debits.ts'
import { collectionDay, totalOf } from './preview-run.ts'
import { runAccount, whyNotCollect } from './run-account.ts'
import { runDetail } from './run-detail.ts'
import { runLines } from './run-lines.ts'

/** Makes a run: its debits are planned, and a job tells the payers. Nothing is presented yet. */
export const createDebitRun = serve(
  contract.createDebitRun,
  async ({ tx, services, body, actor, request }) => {
    const account = await runAccount(tx, body.account_id)
    const { customer_id, account_id } = account
    const key = requestKey(request, body)
    const before = await runOfForm(tx, customer_id, key)
    if (before) return runDetail(tx, before)
    await requireBills(tx, body)
    const why = whyNotCollect(account)
    if (why) throw conflict('cannot_collect', why)
    const collect_on = collectionDay(body.collect_on)
    const told_otherwise = body.told_otherwise ?? false
    // Two runs of one condominium are made one after the other, so that no bill is in both.
    await tx`select pg_advisory_xact_lock(hashtextextended(${`debit-run:${account_id}`}, 0))`
    const { included } = await runLines(tx, {
      ...{ account_id, bill_ids: body.bill_ids, collect_on, told_otherwise },
      due_to: body.due_to ?? collect_on,
      creditor_id: account.creditor_id as string,
    })
    if (included.length === 0)
      throw conflict('nothing_to_debit', 'Non c’è niente da addebitare: guarda i motivi.')
    const total = totalOf(included)
    if (body.presumed && (body.presumed.count !== total.count || body.presumed.amount !== total.amount))
      throw conflict(
        'not_as_previewed',
        `Nel frattempo qualcosa è cambiato: ora sono ${total.count} addebiti per ${formatEuro(total.amount)}. Ricontrolla.`,
      )
    const [run] = await tx<{ run_id: number }[]>`
      insert into debit_runs ${tx({
        ...{ customer_id, account_id, collect_on, told_otherwise, format: body.format },
        ...{ creditor_id: account.creditor_id, created_by: actor.user_id, ...key },
      })} returning run_id`
    const run_id = run?.run_id as number
    const now = new Date().toISOString()
    await insertRunDebits(
      tx,
      included.map((line) => ({
        ...{ customer_id, account_id, run_id, collect_on, created_by: actor.user_id, end_to_end_id: null },
        ...{ bill_id: line.bill_id, subject_id: line.subject_id, mandate_id: line.mandate_id },
        ...{ instalment_ids: line.instalment_ids, amount: line.amount, sequence: line.sequence },
        ...{ tries: line.tries, retry_of: line.retry_of, debtor_iban: line.debtor_iban },
        // Without an address the office tells them itself, as it said.
        ...(line.email === null
          ? { state: 'notified' as const, notified_at: now }
          : { state: 'planned' as const, notified_at: null }),
      })),
    )
    await services.queue.enqueue(tx, 'announce-run', { run_id })
    return runDetail(tx, run_id)
  },
)

/** 404 when a named bill is not visible, or is another condominium's, whatever else is wrong. */
async function requireBills(
  tx: Tx,
  { account_id, bill_ids = [] }: { account_id: number; bill_ids?: number[] | undefined },
): Promise<void> {
  const [missing] = await tx`
    select from unnest(${bill_ids}::bigint[]) as asked (id)
    where not exists (select from bills b where b.bill_id = asked.id and b.account_id = ${account_id}) limit 1`
  if (missing) throw notFound('Una bolletta')
}

async function runOfForm(tx: Tx, customer_id: number, key: RequestKey): Promise<number | null> {
  if (key.idempotency_key === null) return null
  const [row] = await tx<{ run_id: number; request_hash: string | null }[]>`
    select run_id, request_hash from debit_runs
    where customer_id = ${customer_id} and idempotency_key = ${key.idempotency_key}`
  if (!row) return null
  requireSameRequest(row.request_hash, key, `è già stata fatta un’altra distinta, la n. ${row.run_id}`)
  return row.run_id
}
