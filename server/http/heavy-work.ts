import type { HeavyWork } from '@saldo/contract/endpoint'
import type { FastifyReply } from 'fastify'
import type { Actor } from './actor.ts'
import { ApiError } from './errors.ts'

/**
 * The quotas of heavy work (`heavy` in the contract): how many replies this process makes at once in all (`running`) and
 * for one office (`each`), and how many more of an office wait for their turn. They are counted by process, because its
 * processor and its database connections are what heavy work takes from others. Whoever waits holds no connection.
 */
export const heavyLimits: Record<HeavyWork, { running: number; each: number; waiting: number }> = {
  export: { running: 6, each: 2, waiting: 6 },
  pdf: { running: 6, each: 2, waiting: 20 },
  import: { running: 4, each: 1, waiting: 3 },
}

type Place = { owner: string; begin: () => void }
type Line = { running: string[]; waiting: Place[] }
const line = (): Line => ({ running: [], waiting: [] })
const lines: Record<HeavyWork, Line> = { export: line(), pdf: line(), import: line() }

/**
 * Waits for the turn of this work; it lasts until the reply has ended, however it ends. 429 when the office has too much
 * of it waiting.
 */
export async function takeTurn(kind: HeavyWork, actor: Actor, reply: FastifyReply): Promise<void> {
  const owner = ownerOf(actor)
  const { waiting } = lines[kind]
  if (waiting.filter((place) => place.owner === owner).length >= heavyLimits[kind].waiting)
    throw tooMuch(kind)
  const turn = new Promise<void>((resolve) => {
    const place = { owner, begin: resolve }
    waiting.push(place)
    const end = once(() => leave(kind, place))
    reply.raw.once('finish', end)
    reply.raw.once('close', end)
  })
  next(kind)
  await turn
}

/** Of those whose office has not too many running, the first of the office that has fewest. */
function next(kind: HeavyWork): void {
  const { running, waiting } = lines[kind]
  const limit = heavyLimits[kind]
  while (running.length < limit.running) {
    const runningOf = ({ owner }: Place) => running.filter((each) => each === owner).length
    const [first] = waiting
      .filter((place) => runningOf(place) < limit.each)
      .sort((one, other) => runningOf(one) - runningOf(other))
    if (!first) return
    waiting.splice(waiting.indexOf(first), 1)
    running.push(first.owner)
    first.begin()
  }
}

function leave(kind: HeavyWork, place: Place): void {
  const { running, waiting } = lines[kind]
  const at = waiting.indexOf(place)
  // A client that leaves before its turn: the act never runs.
  if (at >= 0) waiting.splice(at, 1)
  else running.splice(running.indexOf(place.owner), 1)
  next(kind)
}

/** Who holds a link counts for the link, so that a stranger does not use up the office's quota. */
function ownerOf(actor: Actor): string {
  if (actor.role === 'link') return `bill ${actor.bill_id}`
  return actor.customer_id === null ? `user ${actor.user_id}` : `customer ${actor.customer_id}`
}

function once(act: () => void): () => void {
  let done = false
  return () => {
    if (done) return
    done = true
    act()
  }
}

const tooMuch = (kind: HeavyWork) => {
  const { code, said } = refusals[kind]
  return new ApiError(429, code, said, { headers: { 'retry-after': '10' } })
}
const refusals: Record<HeavyWork, { code: string; said: string }> = {
  export: {
    code: 'too_many_exports',
    said: 'Il tuo studio sta già scaricando molti elenchi: aspetta che finiscano e riprova.',
  },
  pdf: {
    code: 'too_many_pdfs',
    said: 'Stiamo già preparando molti PDF per te: aspetta che finiscano e riprova.',
  },
  import: {
    code: 'too_many_imports',
    said: 'Il tuo studio sta già caricando altri file: aspetta che finiscano e riprova.',
  },
}
