import * as contract from '@saldo/contract/payments/debit-runs'
import { today } from '@saldo/domain/dates'
import type { Tx } from '../../db/connection.ts'
import { badInput, conflict, notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { actorName } from '../../timeline/actor-name.ts'
import {
  type PresentedDebit,
  presentedColumns,
  presentedDebits,
  rejectPresentedDebit,
  returnPresentedDebit,
  settlePresentedDebit,
} from './presented-debit.ts'
import { runDebit } from './run-debits-list.ts'

const unsaid = 'MS03'

/** Records by hand what the bank said of a presented debit. */
export const recordDebitOutcome = serve(
  contract.recordDebitOutcome,
  async ({ tx, services, params, body }) => {
    const debit = await lockPresented(tx, params.id)
    if (body.day > today()) throw badInput({ day: 'È una data futura: scrivi quella dell’estratto conto.' })
    if (debit.settled_on !== null && body.day < debit.settled_on)
      throw badInput({ day: 'È prima del giorno in cui l’addebito è stato incassato.' })
    const wanted = body.outcome === 'returned' ? 'done' : 'started'
    if (debit.state !== wanted) throw conflict('recorded', sentences[body.outcome])
    if (body.outcome === 'settled')
      await settlePresentedDebit(services, tx, debit, { day: body.day, by: 'hand' })
    else if (body.outcome === 'rejected')
      await rejectPresentedDebit(services, tx, debit, body.reason ?? unsaid)
    else
      await returnPresentedDebit(services, tx, debit, {
        ...{ day: body.day, reason: body.reason ?? unsaid, by: 'hand', actor: await actorName(tx) },
        fee: body.fee ?? 0,
      })
    return runDebit(tx, params.id)
  },
)

const sentences = {
  settled: 'Questo addebito ha già il suo esito.',
  rejected: 'Questo addebito ha già il suo esito: se il denaro è tornato indietro, registra un insoluto.',
  returned: 'Questo addebito non risulta incassato: solo un incasso può tornare indietro.',
}

/** Locks the payer's bills, then the debit; 404 when it is not visible, 409 when it never went to a bank. */
async function lockPresented(tx: Tx, debit_id: number): Promise<PresentedDebit> {
  await tx`
    select from bills where (customer_id, account_id, subject_id) = (
      select customer_id, account_id, subject_id from debits where debit_id = ${debit_id})
    order by bill_id for update`
  const [debit] = await tx`select run_id, state from debits where debit_id = ${debit_id} for update`
  if (!debit) throw notFound('L’addebito')
  const [presented] = await tx<PresentedDebit[]>`
    select ${presentedColumns(tx)} from ${presentedDebits(tx)}
    where d.debit_id = ${debit_id} and d.state in ('started', 'done', 'failed')`
  if (!presented) throw conflict('not_presented', 'Questo addebito non è stato presentato alla banca.')
  return presented
}
