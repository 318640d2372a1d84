import postgres from 'postgres'
import { expect } from 'vitest'
import { startApp } from '../testing/app.ts'
import { makeCustomer, signIn } from '../testing/people.ts'
import { makeRecords, type Records } from '../testing/records.ts'
import { openRowChecksums } from '../testing/row-checksums.ts'
import type { IdPlace } from '../testing/sample-input.ts'
import { type Caller, everyone, type Person } from './callers.ts'
import type { Case } from './cases.ts'
import { stranger } from './foreign-names.ts'
import { send } from './send.ts'

/**
 * The real app, with another customer who has one record of everything. At the end the checksums of that customer's
 * rows must be unchanged.
 */
export async function accessFixtures() {
  const app = await startApp()
  await spreadIds(app.database_url)
  const checksums = openRowChecksums(app.database_url)
  const customer_id = await makeCustomer(app.services, { business_name: `Studio ${stranger}` })
  await signIn(app.services, 'customer', customer_id)
  const foreign = await makeRecords(app.services, customer_id, { mark: stranger })
  const before = await checksums.of({ customer_id })

  const known = new Map<string, Caller>()
  /** Callers that change nothing can be reused (`anew: false`). */
  async function caller(name: string, { anew }: { anew: boolean }): Promise<Caller> {
    const met = anew ? undefined : known.get(name)
    if (met) return met
    const made = await (everyone[name] as Person).make({ app, foreign }, name)
    if (anew) return made
    known.set(name, made)
    // These callers are reused for longer than a step-up lasts.
    await app.services.asSystem(
      (tx) => tx`
        update sessions set proved_at = now() + interval '1 day'
        where user_id not in (select user_id from users where customer_id = ${customer_id})`,
    )
    return made
  }

  return {
    app,
    foreign,
    checksums,
    caller,
    send: (tried: Case, who: Caller, place?: IdPlace, other?: Records) =>
      send(app.app, tried, who, place, other),
    /** Fails if any record of the other customer has changed. */
    expectForeignUnchanged: async () => {
      expect(await checksums.of({ customer_id })).toEqual(before)
      expect(Object.keys(before).length).toBeGreaterThan(15)
    },
    close: async () => {
      await checksums.close()
      await app.close()
    },
  }
}

/** Gives each table ids of its own range. Otherwise the id of another kind of record would often happen to exist. */
async function spreadIds(database: string) {
  const owner = postgres(database, { max: 1, onnotice: () => {} })
  await owner`
    select setval(sequence, 100000 * row_number() over (order by sequence))
    from (select oid::regclass as sequence from pg_class
      where relkind = 'S' and relnamespace = 'public'::regnamespace) s`
  await owner.end()
}
