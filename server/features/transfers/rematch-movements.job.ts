import type { JobHandler } from '../../jobs/jobs.ts'
import { matchMovements } from './match-movements.ts'
import { openMovements } from './movement.ts'
import { enqueueOpenRematches } from './rematch.ts'

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
  services.asSystem((tx) => enqueueOpenRematches(services, tx, null))
