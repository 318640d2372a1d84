import { addDays, type Day, today } from '@saldo/domain/dates'
import { longestNoticeDays } from '@saldo/domain/sepa/debit'
import type { JobHandler } from '../../jobs/jobs.ts'
import type { Services } from '../../services.ts'
import { noteNotices } from './run-debits.ts'

const atMost = 1000

export const sweepDebits: JobHandler<'sweep-debits'> = (services) => sweepDebitsOn(services, today())

/**
 * Enqueues a job for each debit from a saved source whose notice or collection is due. Debits for the bank move with their
 * run; here they only learn that their notice has left.
 */
export const sweepDebitsOn = (services: Services, day: Day): Promise<void> =>
  services.asSystem(async (tx) => {
    await noteNotices(tx, null)
    const due = await tx<{ debit_id: number }[]>`
      select debit_id from debits
      where source_id is not null and (
        (state = 'planned' and collect_on <= ${addDays(day, longestNoticeDays)})
        or (state = 'notified' and collect_on <= ${day}))
      order by collect_on, debit_id limit ${atMost}`
    await services.queue.enqueueAll(
      tx,
      'move-debit',
      due.map(({ debit_id }) => ({ debit_id })),
    )
  })
