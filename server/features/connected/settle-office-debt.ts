import * as contract from '@saldo/contract/payments/office-debts'
import { formatDate, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import type { Tx } from '../../db/connection.ts'
import { badInput, conflict, notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { viewDebt } from './office-debts.ts'
import { lockRecovery, type Recovery, settle } from './recoveries.sql.ts'

/** Records that the office paid its debt, or that it was offset, and posts it. Only a person does this, never a job. */
export const settleOfficeDebt = serve(contract.settleOfficeDebt, async ({ tx, params, actor, body }) => {
  const debt = await lockDebt(tx, params.id)
  if (body.amount > debt.owed)
    throw badInput({ amount: `Lo studio deve ancora ${formatEuro(debt.owed)}: non si può segnare di più.` })
  if (body.settled_on > today())
    throw badInput({ settled_on: 'Scrivi quando è successo: non può essere nel futuro.' })
  if (debt.owed_since && body.settled_on < debt.owed_since)
    throw badInput({
      settled_on: `Il debito è del ${formatDate(debt.owed_since)}: scegli un giorno da allora.`,
    })
  await settle(tx, debt, { ...body, actor: await actorName(tx), created_by: actor.user_id })
  return viewDebt(tx, params.id)
})

/** Asks the provider again for the money owed, as far as the transfer can still be reversed. */
export const retakeOfficeDebt = serve(contract.retakeOfficeDebt, async ({ services, tx, params }) => {
  const debt = await lockDebt(tx, params.id)
  const [transfer] = await tx`
    select coalesce(sum(l.amount), 0)::bigint as left from ledger_entries e
    join ledger_lines l on l.customer_id = e.customer_id and l.entry_id = e.entry_id and l.ledger_account = 'connected_balance'
    where e.customer_id = ${debt.customer_id} and e.payment_id = ${debt.payment_id}
      and e.kind in ('transfer', 'transfer_reversed')`
  const asking = Math.min(debt.owed, transfer?.left ?? 0)
  if (asking <= 0)
    throw conflict(
      'nothing_left',
      'Di questo pagamento non resta niente sul conto collegato: registra un bonifico o una compensazione.',
    )
  await tx`
    update transfer_recoveries
    set asking = ${asking}, round = round + 1, checks = 0, next_check_at = now() + interval '1 minute'
    where recovery_id = ${params.id}`
  await services.queue.enqueue(tx, 'recover-transfer', { recovery_id: params.id })
  return viewDebt(tx, params.id)
})

async function lockDebt(tx: Tx, recovery_id: number): Promise<Recovery> {
  const [seen] = await tx`select recovery_id from transfer_recoveries where recovery_id = ${recovery_id}`
  if (!seen) throw notFound('Il debito')
  const debt = await lockRecovery(tx, recovery_id)
  if (debt.state === 'reversing' || debt.state === 'returning')
    throw conflict('under_way', 'Il provider sta ancora rispondendo: riprova fra poco.')
  if (debt.owed === 0) throw conflict('not_owed', 'Non c’è più niente da saldare.')
  return debt
}
