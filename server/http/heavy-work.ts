import type { HeavyWork } from '@saldo/contract/endpoint'
import type { Actor } from './actor.ts'
import { ApiError } from './errors.ts'

/**
 * The quotas of heavy work (`heavy` in the contract): how many replies this process makes at once in all (`running`) and
 * for one office (`each`), and how many more of an office wait for their turn. They are counted by process, because its
 * processor and its database connections are what heavy work takes from others. Whoever waits holds no connection. A file
 * that still arrives takes no turn, because a slow line may need minutes; of these, an office has as many as may run and
 * wait.
 */
export const heavyLimits: Record<HeavyWork, { running: number; each: number; waiting: number }> = {
  export: { running: 6, each: 2, waiting: 6 },
  pdf: { running: 6, each: 2, waiting: 20 },
  import: { running: 4, each: 1, waiting: 3 },
}

/** How long a request waits for its turn before it is refused, in milliseconds. */
export const heavyPatience = { ms: 30_000 }

type Place = { owner: string; begin: () => void }
type Line = { arriving: string[]; running: string[]; waiting: Place[] }
const line = (): Line => ({ arriving: [], running: [], waiting: [] })
const lines: Record<HeavyWork, Line> = { export: line(), pdf: line(), import: line() }

/** How many places of this work are taken in this process, of all offices. */
export function heavyNow(kind: HeavyWork): Record<keyof Line, number> {
  const { arriving, running, waiting } = lines[kind]
  return { arriving: arriving.length, running: running.length, waiting: waiting.length }
}

/** Who asks. `over` aborts when the reply has ended or its client has left; `stopping`, when the server stops. */
export type Asker = { actor: Actor; over: AbortSignal; stopping: AbortSignal }

/**
 * Does the work when its turn has come. The turn lasts until both the work and the reply have ended: a client that leaves
 * makes no room while the work goes on. 429 when the office has too much of it waiting, when the turn does not come in time,
 * and when the client leaves or the server stops before it comes.
 */
export async function inTurn<Result>(
  kind: HeavyWork,
  asker: Asker,
  work: () => Promise<Result>,
): Promise<Result> {
  const owner = ownerOf(asker.actor)
  await turn(kind, owner, asker)
  try {
    return await work()
  } finally {
    whenAborted(asker.over, () => {
      takeOut(lines[kind].running, owner)
      next(kind)
    })
  }
}

/**
 * Receives a file for this work; the act takes its turn (`inTurn`) when the file is there. 429 when too many files of the
 * office arrive already.
 */
export async function whileArriving<Result>(
  kind: HeavyWork,
  asker: Asker,
  act: () => Promise<Result>,
): Promise<Result> {
  const owner = ownerOf(asker.actor)
  const { arriving } = lines[kind]
  const { each, waiting } = heavyLimits[kind]
  if (asker.over.aborted || arriving.filter((one) => one === owner).length >= each + waiting)
    throw tooMuch(kind)
  arriving.push(owner)
  whenAborted(asker.over, () => takeOut(arriving, owner))
  return act()
}

async function turn(kind: HeavyWork, owner: string, { over, stopping }: Asker): Promise<void> {
  const { waiting } = lines[kind]
  const full = waiting.filter((place) => place.owner === owner).length >= heavyLimits[kind].waiting
  if (full || over.aborted || stopping.aborted) throw tooMuch(kind)
  await new Promise<void>((resolve, reject) => {
    const place = { owner, begin: () => done(resolve) }
    const giveUp = () => {
      takeOut(waiting, place)
      done(() => reject(tooMuch(kind)))
    }
    const done = (then: () => void) => {
      clearTimeout(timer)
      over.removeEventListener('abort', giveUp)
      stopping.removeEventListener('abort', giveUp)
      then()
    }
    const timer = setTimeout(giveUp, heavyPatience.ms)
    over.addEventListener('abort', giveUp)
    stopping.addEventListener('abort', giveUp)
    waiting.push(place)
    next(kind)
  })
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
    takeOut(waiting, first)
    running.push(first.owner)
    first.begin()
  }
}

function takeOut<Item>(items: Item[], item: Item): void {
  const at = items.indexOf(item)
  if (at >= 0) items.splice(at, 1)
}

function whenAborted(signal: AbortSignal, act: () => void): void {
  if (signal.aborted) act()
  else signal.addEventListener('abort', act, { once: true })
}

/** Who holds a link counts for the link, so that a stranger does not use up the office's quota. */
function ownerOf(actor: Actor): string {
  if (actor.role === 'link') return `bill ${actor.bill_id}`
  return actor.customer_id === null ? `user ${actor.user_id}` : `customer ${actor.customer_id}`
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
