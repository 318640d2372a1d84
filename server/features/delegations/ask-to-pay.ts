import * as contract from '@saldo/contract/identity/delegations'
import type { Tx } from '../../db/connection.ts'
import { ApiError } from '../../http/errors.ts'
import { serveAcross } from '../../http/serve.ts'

/** How many people a user may ask in a day: who pays for relatives has few, who tries addresses has many. */
export const mostAsksInADay = 10

/**
 * A job looks for the person, so that neither the answer nor its time says whether they exist. Every request counts, also for an
 * address that nobody has.
 */
export const askToPay = serveAcross(contract.askToPay, async ({ services, actor, body: { email } }) => {
  const { user_id } = actor
  if (user_id === null) return undefined
  await services.asSystem(async (tx) => {
    if ((await countAsk(tx, user_id)) > mostAsksInADay) throw tooManyAsks()
    await services.queue.enqueue(tx, 'ask-to-pay', { user_id, email })
  })
  return undefined
})

/** @returns how many people the user has asked today, this one too; parallel requests wait for each other */
async function countAsk(tx: Tx, user_id: number): Promise<number> {
  const [counted] = await tx<{ asks: number }[]>`
    insert into delegation_asks as a (user_id, day, asks) values (${user_id}, today(), 1)
    on conflict (user_id, day) do update set asks = a.asks + 1 returning asks`
  return counted?.asks ?? 0
}

/** Counts of days that are over. */
export async function forgetAsks(tx: Tx): Promise<void> {
  await tx`delete from delegation_asks where day < today()`
}

const tooManyAsks = () =>
  new ApiError(
    429,
    'too_many_asks',
    `Oggi hai già chiesto a ${mostAsksInADay} persone: riprova domani, o chiedi all’amministratore di annotare il consenso.`,
    { headers: { 'retry-after': '3600' } },
  )
