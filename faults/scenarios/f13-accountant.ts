import { acts } from '../accountant/acts/acts.ts'
import { type KnownBug, knownBugs } from '../accountant/known-bugs.ts'
import { type Played, rounds, type Sequence } from '../accountant/play.ts'
import { openPool, type Pool } from '../accountant-pool.ts'
import { countEndpoints } from '../money-endpoints.ts'
import { seedOf } from '../random.ts'
import { type Asked, atScale, type Scenario } from '../scenario.ts'

/** Sequences in parallel, each in its own office. */
const abreast = 50
/**
 * An independent accountant keeps the books by hand: random acts through the API and the provider's controls, days and
 * months between them, then every figure of every screen, file and book is compared with those books.
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
    const firsts = Array.from({ length: Math.ceil(sequences / abreast) }, (_, at) => at * abreast)
    const pool = openPool(asked.database, firsts.length + (asked.scale < least ? 0 : knownBugs.length))
    const missed: string[] = []
    const one = async (first: number) => {
      // A failure is shrunk to few acts, which takes long, and further chapters would report the same: stop here.
      if (violations.length > 0) return
      const numbers = Array.from({ length: Math.min(abreast, sequences - first) }, (_, at) => first + at)
      const seed = seedOf(asked.seed, `chapter ${first}`)
      const { played, requests } = await pool.play({
        seed,
        sequences: numbers.map((number) => sequenceOf(asked, number)),
      })
      for (const [route, count] of requests)
        asked_of.counts.set(route, (asked_of.counts.get(route) ?? 0) + count)
      for (const { acts: done, compared: figures } of played) {
        compared += figures
        for (const name of done) if (name) tally.set(name, (tally.get(name) ?? 0) + 1)
      }
      const wrong = played.filter((each) => each.mismatches.length > 0)
      mismatches += wrong.length
      for (const each of wrong.slice(0, 5)) violations.push(...(await told(pool, seed, each)))
    }
    try {
      await Promise.all(firsts.map(one))
      if (asked.scale >= least) missed.push(...(await injectBugs(asked, pool)))
    } finally {
      pool.close()
    }
    violations.push(...missed.map((name) => `put back, and nobody noticed: ${name}`))
    return {
      figures: {
        ...{ sequences, acts: sequences * rounds, compared, mismatches },
        ...(asked.scale < least
          ? {}
          : { 'put back': knownBugs.length, found: knownBugs.length - missed.length }),
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

/** Below this scale bugs are not injected: each takes as long as several sequences. */
const least = 0.01

/** Injects each bug in its own database. @returns those that the accountant does not find */
async function injectBugs(asked: Asked, pool: Pool): Promise<string[]> {
  const found = await Promise.all(
    knownBugs.map(async (mistake) => {
      const seed = seedOf(asked.seed, mistake.name)
      const { played } = await pool.play({
        seed,
        sequences: Array.from({ length: mistake.sequences ?? 8 }, (_, at) => meeting(mistake, seed, at)),
        altered: mistake.sql,
        begins: mistake.begins,
      })
      const said = played.flatMap(({ mismatches }) => mismatches)
      return said.some((sentence) => (mistake.says ?? /./).test(sentence))
    }),
  )
  return knownBugs.filter((_, at) => !found[at]).map(({ name }) => name)
}

const meeting = ({ acts: wanted, connected }: KnownBug, seed: number, at: number): Sequence => ({
  ...{ seed: seedOf(seed, `sequence ${at}`), mark: `p${at}` },
  acts: [...wanted, ...Array.from({ length: rounds - wanted.length }, () => null)],
  connected,
})

const sequenceOf = ({ seed }: Asked, number: number) => ({
  seed: seedOf(seed, `sequence ${number}`),
  mark: String(number),
  acts: null as (string | null)[] | null,
})

/** The fewest acts that still fail: all sequences that leave one act out are tried in parallel. */
async function told(pool: Pool, seed: number, of: Played): Promise<string[]> {
  let shortest = of
  for (;;) {
    const places = shortest.acts.flatMap((act, place) => (act ? [place] : []))
    const fewer = places.map((left_out) => ({
      ...{ seed: of.sequence.seed, mark: `${of.sequence.mark}-${left_out}` },
      acts: shortest.acts.map((act, place) => (place === left_out ? null : act)),
    }))
    const { played } = await pool.play({ seed, sequences: fewer })
    const still = played.filter(({ mismatches }) => mismatches.length > 0)
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
