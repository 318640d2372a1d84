import * as contract from '@saldo/contract/payments/debits'
import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { conflict, notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { recordBillEvent } from '../../timeline/bill-event.ts'
import { debitView } from './debit-view.ts'

export const cancelDebit = serve(contract.cancelDebit, async ({ tx, params, actor: caller }) => {
  // Locks the bill first, as starting a debit does.
  await tx`
    select from bills where bill_id = (select bill_id from debits where debit_id = ${params.id}) for update`
  const [debit] = await tx`
    select debit_id, customer_id, bill_id, amount, collect_on, state from debits where debit_id = ${params.id} for update`
  if (!debit) throw notFound('Questo addebito')
  if (debit.state !== 'planned' && debit.state !== 'notified')
    throw conflict('already_started', 'Questo addebito è già partito o è finito: non si può più annullare.')
  const actor = await actorName(tx)
  await tx`
    update debits set state = 'cancelled', cancel_reason = ${`Annullato da ${actor}.`} where debit_id = ${params.id}`
  await recordBillEvent(tx, {
    customer_id: debit.customer_id,
    bill_id: debit.bill_id,
    kind: 'debit_cancelled',
    text: `Annullato l’addebito di ${formatEuro(debit.amount)} previsto per il ${formatDate(debit.collect_on)}`,
    actor,
  })
  return debitView(tx, params.id, caller)
})
