import { acts } from '../accountant/acts.ts'
import { type Played, play, rounds } from '../accountant/play.ts'
import { type PutBack, putBack } from '../accountant/put-back.ts'
import { countEndpoints } from '../money-endpoints.ts'
import { openOfficeStage } from '../office-stage.ts'
import { seedOf } from '../random.ts'
import { type Asked, atScale, type Scenario } from '../scenario.ts'

/** Sequences side by side, each in an office of its own. */
const abreast = 50
/** Rates of law are known for these months, and a year ends among them. */
const begins = '2025-11-10T09:00:00Z'

/**
 * Somebody who keeps the books by hand and knows nothing of the product: random acts through the API and the provider's
 * controls, days and months between them, then every figure of every screen, file and book against those books.
 */
export const f13: Scenario = {
  name: 'F13',
  title: '2,000 random sequences of twelve acts against an accountant’s own books',
  run: async (asked) => {
    const sequences = atScale(2_000, asked.scale, 6)
    const asked_of = countEndpoints()
    const tally = new Map<string, number>(acts.map(({ name }) => [name, 0]))
    const violations: string[] = []
    let [compared, mismatches] = [0, 0]
    for (let first = 0; first < sequences && violations.length === 0; first += abreast) {
      const numbers = Array.from({ length: Math.min(abreast, sequences - first) }, (_, at) => first + at)
      const played = await chapter(
        asked,
        seedOf(asked.seed, `chapter ${first}`),
        numbers.map((number) => sequenceOf(asked, number)),
        { note: asked_of.note },
      )
      for (const { acts: done, compared: figures } of played) {
        compared += figures
        for (const name of done) if (name) tally.set(name, (tally.get(name) ?? 0) + 1)
      }
      const wrong = played.filter((each) => each.mismatches.length > 0)
      mismatches += wrong.length
      for (const each of wrong.slice(0, 5))
        violations.push(...(await told(asked, seedOf(asked.seed, `chapter ${first}`), each)))
    }
    const missed = asked.scale < least ? [] : await putMistakesBack(asked)
    violations.push(...missed.map((name) => `put back, and nobody noticed: ${name}`))
    return {
      figures: {
        ...{ sequences, acts: sequences * rounds, compared, mismatches },
        ...(asked.scale < least ? {} : { 'put back': putBack.length, found: putBack.length - missed.length }),
        ...Object.fromEntries(tally),
        ...Object.fromEntries([...asked_of.counts].filter(([, count]) => count > 0)),
        'never asked': [...asked_of.counts]
          .filter(([, count]) => count === 0)
          .map(([route]) => route)
          .join(', '),
      },
      violations,
    }
  },
}

/** Below this scale mistakes are not put back: each takes as long as some sequences. */
const least = 0.01

/** Makes each mistake again in a database of its own. @returns those that the accountant does not find */
async function putMistakesBack(asked: Asked): Promise<string[]> {
  const missed: string[] = []
  for (const mistake of putBack) {
    const seed = seedOf(asked.seed, mistake.name)
    const played = await chapter(
      asked,
      seed,
      Array.from({ length: 8 }, (_, at) => meeting(mistake, seed, at)),
      { altered: mistake.sql },
    )
    if (played.every(({ mismatches }) => mismatches.length === 0)) missed.push(mistake.name)
  }
  return missed
}

const meeting = ({ acts: wanted }: PutBack, seed: number, at: number) => ({
  ...{ seed: seedOf(seed, `sequence ${at}`), mark: `p${at}` },
  acts: [...wanted, ...Array.from({ length: rounds - wanted.length }, () => null)],
})

const sequenceOf = ({ seed }: Asked, number: number) => ({
  seed: seedOf(seed, `sequence ${number}`),
  mark: String(number),
  acts: null as (string | null)[] | null,
})

/** A chapter has a database, a provider and a calendar of its own. */
async function chapter(
  asked: Asked,
  seed: number,
  sequences: Parameters<typeof play>[2],
  of: { altered?: string; note?: (method: string, url: string) => void } = {},
): Promise<Played[]> {
  const stage = await openOfficeStage(asked.database, begins)
  const call = stage.call
  if (of.note)
    stage.call = (asking) => {
      of.note?.(asking.method, asking.url)
      return call(asking)
    }
  try {
    if (of.altered) await stage.alter(of.altered)
    return await play(stage, seed, sequences)
  } finally {
    await stage.close()
  }
}

/** What went wrong in the fewest acts that still go wrong: all that leave one out are tried side by side. */
async function told(asked: Asked, seed: number, of: Played): Promise<string[]> {
  let shortest = of
  for (;;) {
    const places = shortest.acts.flatMap((act, place) => (act ? [place] : []))
    const fewer = places.map((left_out) => ({
      ...{ seed: of.sequence.seed, mark: `${of.sequence.mark}-${left_out}` },
      acts: shortest.acts.map((act, place) => (place === left_out ? null : act)),
    }))
    const still = (await chapter(asked, seed, fewer)).filter(({ mismatches }) => mismatches.length > 0)
    const [next] = still.toSorted((a, b) => count(a) - count(b))
    if (!next || count(next) >= count(shortest)) break
    shortest = next
  }
  const path = shortest.acts.filter(Boolean).join(' → ')
  return shortest.mismatches
    .slice(0, 4)
    .map((sentence) => `sequence ${of.sequence.mark}: ${path}: ${sentence}`)
}
const count = ({ acts: done }: Played) => done.filter(Boolean).length
