import * as contract from '@saldo/contract/payments/debit-runs'
import type { Tx } from '../../db/connection.ts'
import { conflict } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { cancelRunDebits } from '../debits/run-debits.ts'
import { withdrawBankAttempt } from '../payments/attempt/answer-bank-attempt.ts'
import { lockRun } from './present-run.ts'
import { runDetail } from './run-detail.ts'

/** Cancels a run: nobody is debited by it. After its file was made, only if the office says that it did not send it. */
export const cancelDebitRun = serve(contract.cancelDebitRun, async ({ tx, services, params, body }) => {
  const run = await lockRun(tx, params.id)
  const detail = await runDetail(tx, params.id)
  if (detail.why_not_cancel) throw conflict('not_cancellable', detail.why_not_cancel)
  if (run.state === 'presented' && !body.not_sent)
    throw conflict(
      'presented',
      'Il flusso è stato fatto. Annulla solo se non l’hai mandato alla banca; altrimenti chiedi alla banca di revocarlo e attendi gli esiti.',
    )
  if (run.state === 'presented') await withdrawAll(services, tx, params.id)
  const debits = await tx<{ debit_id: number }[]>`
    select debit_id from debits
    where customer_id = ${run.customer_id} and run_id = ${params.id} and state in ('planned', 'notified')`
  await cancelRunDebits(
    tx,
    debits.map(({ debit_id }) => debit_id),
    `Distinta annullata da ${await actorName(tx)}.`,
  )
  await tx`update debit_runs set state = 'cancelled' where run_id = ${params.id}`
  return runDetail(tx, params.id)
})

async function withdrawAll(services: Services, tx: Tx, run_id: number): Promise<void> {
  const attempts = await tx<{ attempt_id: number }[]>`
    select t.attempt_id from debits d
    join payment_attempts t on t.customer_id = d.customer_id and t.payment_id = d.payment_id
    where d.run_id = ${run_id} and d.state = 'started' order by d.bill_id`
  for (const { attempt_id } of attempts) await withdrawBankAttempt(services, tx, attempt_id)
}
