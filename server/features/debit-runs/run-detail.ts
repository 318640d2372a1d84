import * as contract from '@saldo/contract/payments/debit-runs'
import { formatDate, today } from '@saldo/domain/dates'
import { latestPresentationDay } from '@saldo/domain/sepa/debit-dates'
import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { runsList } from './runs-list.ts'

export const getDebitRun = serve(contract.getDebitRun, ({ tx, params }) => runDetail(tx, params.id))

/** A run as its page shows it; 404 when it is not visible. */
export async function runDetail(tx: Tx, run_id: number): Promise<contract.DebitRunDetail> {
  const [run] = await tx<contract.DebitRun[]>`
    select ${runsList.select(tx)} from ${runsList.from(tx)} where r.run_id = ${run_id}`
  if (!run) throw notFound('La distinta')
  const blocks = await tx<contract.DebitRunDetail['blocks']>`
    select sequence, count(*)::int as count, sum(amount)::bigint as amount from debits
    where customer_id = ${run.customer_id} and run_id = ${run_id} and state <> 'cancelled'
    group by sequence order by array_position(array['FRST', 'RCUR', 'OOFF', 'FNAL'], sequence)`
  return {
    ...run,
    blocks: [...blocks],
    last_presentation_on: latestPresentationDay(run.collect_on),
    why_not_present: whyNotPresent(run),
    why_not_cancel: whyNotCancel(run),
  }
}

/** Why the file cannot be made now, as a sentence; null: it can, or it was made. */
export function whyNotPresent({
  state,
  collect_on,
}: Pick<contract.DebitRun, 'state' | 'collect_on'>): string | null {
  if (state === 'cancelled') return 'La distinta è annullata.'
  const last = latestPresentationDay(collect_on)
  if (state === 'announced' && last < today())
    return `È tardi: la banca prende il flusso fino al ${formatDate(last)}. Annulla la distinta e fanne un’altra.`
  return null
}

function whyNotCancel({ state, loaded, collected, rejected, returned }: contract.DebitRun): string | null {
  if (state === 'cancelled') return 'È già annullata.'
  if (loaded) return 'L’ha presentata un altro programma: qui se ne seguono solo gli esiti.'
  if (state === 'closed' || collected + rejected + returned > 0)
    return 'La banca ha già risposto: non si può più annullare.'
  return null
}
