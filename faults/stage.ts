import { type Actor, actorOf } from './bill-scenario/actor.ts'
import { injectFaults } from './bill-scenario/lose-answers.ts'
import { type Bill, makeBills } from './bills.ts'
import { type InProcessServer, startInProcessServer } from './in-process-server.ts'
import type { Database } from './processes/database.ts'
import { type Provider, startProvider } from './processes/provider.ts'
import { signInBoth } from './sessions.ts'

export type Stage = {
  inside: InProcessServer
  provider: Provider
  /** A new bill with an actor. */
  enter: () => Actor
  rest: () => Promise<boolean>
  close: () => Promise<void>
}

/** A server in this process with the provider. The act itself delivers the provider's events. */
export async function openStage(database: Database, bills: number): Promise<Stage> {
  const provider = await startProvider({ sepa_seconds: 60 })
  const inside = await startInProcessServer(database, await database.clone(), provider.url)
  injectFaults(inside)
  const waiting = await makeBills(inside.owner, bills)
  // Mails are tested elsewhere: one payer in five has an address, enough to see each mail sent once.
  await inside.owner`update subjects set email = null where subject_id % 5 > 0`
  const { administrator } = await signInBoth(inside.owner, waiting)
  return {
    inside,
    provider,
    enter: () => actorOf({ inside, provider, administrator, bill: waiting.pop() as Bill }),
    rest: () => inside.rest(),
    close: async () => {
      await provider.stop()
      await inside.close()
    },
  }
}
