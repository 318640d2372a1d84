import { oneOf, type Random, whole } from '../random.ts'
import type { Bill, Books } from './books.ts'
import type { Told } from './checks/past.ts'
import type { Answer, Asking, World } from './world.ts'

/** A player acts in an office's name and keeps its books. */
export type Player = {
  world: World
  books: Books
  random: Random
  /** A number for keys and texts, unique in the run. */
  mark: string
  serial: number
  /** Earlier answers about past days. */
  told: Told[]
}
export type Act = {
  name: string
  /** The act's weight in the random choice. */
  weight: number
  fits: (player: Player) => boolean
  run: (player: Player) => Promise<void>
}

/** The idempotency key of the player's latest call. */
export const keyOf = ({ mark, serial }: Player) => `sequence-${mark}-${serial}`

/** Product and books disagree. */
export class Mismatch extends Error {}

export const call = (
  player: Player,
  method: Asking['method'],
  url: string,
  body?: unknown,
): Promise<Answer> => {
  player.serial += 1
  return player.world.call({
    ...{ method, url, body, token: player.books.ground.token },
    ...(method === 'GET' ? {} : { key: keyOf(player) }),
  })
}
/** Calls with a bill's link only. */
export const callOpenly = (player: Player, method: Asking['method'], url: string, body?: unknown) => {
  player.serial += 1
  return player.world.call({
    method,
    url,
    body,
    ...(method === 'GET' ? {} : { key: keyOf(player) }),
  })
}

/** The answer, if it has the status that the books expect; throws otherwise. */
export function expecting(answer: Answer, status: number, what: string): Answer['body'] {
  if (answer.status !== status)
    throw new Mismatch(
      `${what}: answered ${answer.status} (${answer.body?.error ?? ''} ${answer.body?.error_description ?? ''} ${JSON.stringify(answer.body?.fields ?? {})}) where the books say ${status}`,
    )
  return answer.body
}

const retries = 20

/**
 * Calls again while `waits` says that the provider has not answered yet. Pages wait three seconds for it, and on a busy
 * machine it takes longer.
 */
export async function callUntilAnswered(
  { world }: Player,
  request: () => Promise<Answer>,
  waits: (answer: Answer) => boolean,
): Promise<Answer> {
  let answer = await request()
  for (let retry = 0; retry < retries && waits(answer); retry += 1) {
    await world.settle()
    answer = await request()
  }
  return answer
}

/** A realistic amount of cents between `least` and `most`. */
export const someCents = (random: Random, least: number, most: number): number =>
  least + whole(random, Math.max(most - least + 1, 1))

export const pickOne = <Thing>(player: Player, things: readonly Thing[]): Thing => {
  if (things.length === 0) throw new Error('nothing to choose from')
  return oneOf(player.random, things)
}

/** The token of a bill's link, read once. */
export async function linkOf(player: Player, bill: Bill): Promise<string> {
  if (!bill.link) {
    const { url } = expecting(await call(player, 'GET', `/v1/bills/link/${bill.id}`), 200, 'the bill’s link')
    bill.link = /mybill\/([\w-]+)/.exec(url)?.[1] as string
  }
  return bill.link
}

/** True when the condominium's books are closed on that day; then the answer must refuse for that reason, or it throws. */
export function refusedAsClosed(
  { books }: Player,
  answer: Answer,
  condominium: number,
  day: string,
): boolean {
  if (!books.closedOn(condominium, day)) return false
  expecting(answer, 409, `a movement of ${day}, with the books closed until ${books.closed.get(condominium)}`)
  if (answer.body.error !== 'period_closed')
    throw new Mismatch(`a movement of a closed period: refused as ${answer.body.error}`)
  return true
}
