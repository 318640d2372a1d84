import type { Tx } from '../../db/connection.ts'
import type { JobHandler } from '../../jobs/jobs.ts'
import type { Services } from '../../services.ts'
import { matchMovements } from './match-movements.ts'
import { openMovements } from './movement.ts'

/** Has the open movements of a condominium matched again: something that they may pay has changed. */
export const enqueueRematch = (
  services: Services,
  tx: Tx,
  { customer_id, account_id }: { customer_id: number; account_id: number },
) => services.queue.enqueue(tx, 'rematch-movements', { customer_id, account_id })

/**
 * Matches the open movements of a condominium again, some at a time, each lot in a transaction of its own. What is certain
 * now is posted; of the others state and proposals become true again.
 */
export const rematchMovements: JobHandler<'rematch-movements'> = async (services, of) => {
  let after = 0
  for (;;) {
    const last = await services.asCustomer({ customer_id: of.customer_id, user_id: null }, async (tx) => {
      await tx`select pg_advisory_xact_lock(hashtextextended(${`bank-movements:${of.account_id}`}, 0))`
      const movements = await openMovements(tx, { ...of, after })
      await matchMovements(services, tx, movements, null)
      return movements.at(-1)?.movement_id
    })
    if (last === undefined) return
    after = last
  }
}

/** Each night, for every condominium with open movements: bills were issued or imported. */
export const rematchAtNight: JobHandler<'rematch-at-night'> = (services) =>
  services.asSystem(async (tx) => {
    const open = await tx<{ customer_id: number; account_id: number }[]>`
      select distinct customer_id, account_id from bank_movements where state in ('to_match', 'to_explain')`
    for (const each of open) await enqueueRematch(services, tx, each)
  })
