import type { Tx } from '../../db/connection.ts'
import type { JobHandler } from '../../jobs/jobs.ts'
import type { Services } from '../../services.ts'

/** A method can no longer be used: the autopays that use it are looked at, by a job (see move-autopay for the locks). */
export async function lookAtAutopaysOf(
  services: Services,
  tx: Tx,
  source_id: number | undefined,
): Promise<void> {
  if (source_id === undefined) return
  const autopays = await tx<{ autopay_id: number }[]>`
    select autopay_id from autopays where source_id = ${source_id} and state = 'active'`
  await services.queue.enqueueAll(
    tx,
    'move-autopay',
    autopays.map(({ autopay_id }) => ({ autopay_id })),
  )
}

/** The same card or account was saved again: autopays go on with the new one. */
export const replaceAutopaySource: JobHandler<'replace-autopay-source'> = (services, { from, to }) =>
  services.asSystem(async (tx) => {
    await tx`update autopays set source_id = ${to} where source_id = ${from} and state <> 'revoked'`
  })

/** A debit of an autopay failed: whether it goes on is decided by a job. */
export async function lookAtAutopayOf(services: Services, tx: Tx, payment_id: number): Promise<void> {
  const [debit] = await tx`
    select autopay_id from debits where payment_id = ${payment_id} and autopay_id is not null`
  if (debit) await services.queue.enqueue(tx, 'move-autopay', { autopay_id: debit.autopay_id })
}
