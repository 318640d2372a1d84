import type { Actor } from '../bill-scenario/actor.ts'
import { kept, readBook } from '../book.ts'
import { type Act, draw, fitting, keptByProvider, type Model, modelOf, settledOf } from '../model.ts'
import { examine } from '../oracle.ts'
import { seedOf } from '../random.ts'
import { type Asked, atScale, type Scenario } from '../scenario.ts'
import { openStage, type Stage } from '../stage.ts'

const chapter = 1_000
const abreast = 40
const rounds = 6

/**
 * Random sequences of acts on bills, compared with a model that is only the arithmetic of a bill. Forty bills in
 * parallel, one act each at a time; after every act the bill must equal the model, at the end the provider's book too.
 */
export const f11: Scenario = {
  name: 'F11',
  title: '20,000 random sequences of acts against a model',
  run: async (asked) => {
    const sequences = atScale(20_000, asked.scale, 40)
    const tally = { acts: 0 }
    const violations: string[] = []
    for (let first = 0; first < sequences && violations.length === 0; first += chapter)
      violations.push(...(await tell(asked, first, Math.min(chapter, sequences - first), tally)))
    return { figures: { sequences, ...tally, mismatches: violations.length }, violations }
  },
}

/** A chapter has its own database and provider, whose book is read once at the end. */
async function tell(asked: Asked, first: number, count: number, tally: { acts: number }): Promise<string[]> {
  const stage = await openStage(asked.database, count + 200)
  const seedFor = (number: number) => seedOf(asked.seed, `sequence ${number}`)
  try {
    const played: (Playing & { number: number })[] = []
    for (let from = 0; from < count && !played.some(({ mismatch }) => mismatch); from += abreast) {
      const numbers = Array.from(
        { length: Math.min(abreast, count - from) },
        (_, place) => first + from + place,
      )
      const actors = await play(
        stage,
        numbers.map((number) => ({ seed: seedFor(number), acts: null })),
      )
      played.push(...actors.map((playing, place) => ({ ...playing, number: numbers[place] as number })))
    }
    await agreeWithBook(stage, played)
    for (const { acts } of played) tally.acts += acts.length
    const wrong: string[] = []
    for (const { number, acts, mismatch } of played.filter(({ mismatch }) => mismatch).slice(0, 5)) {
      const shorter = await shrink(stage, seedFor(number), acts)
      wrong.push(
        `seed ${asked.seed}, sequence ${number}: ${shorter.acts.join(' → ')}: ${shorter.mismatch ?? mismatch}`,
      )
    }
    if (wrong.length > 0) return wrong
    await stage.rest()
    return await examine(stage.inside.owner, stage.provider)
  } finally {
    await stage.close()
  }
}

type Sequence = { seed: number; acts: Act[] | null }
type Playing = { actor: Actor; model: Model; acts: Act[]; mismatch: string | null }

/** Plays sequences in parallel, in rounds; every third round time passes at the provider for all. */
async function play(stage: Stage, sequences: Sequence[]): Promise<Playing[]> {
  const actors = sequences.map(({ seed, acts }) => {
    const actor = stage.enter()
    return {
      seed,
      given: acts,
      actor,
      model: modelOf(actor.bill.amount),
      acts: [] as Act[],
      mismatch: null as string | null,
    }
  })
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all(
      actors.map(async (playing) => {
        if (playing.mismatch) return
        const chance = seedOf(playing.seed, `round ${round}`)
        const act = playing.given ? (playing.given[round] ?? 'nothing') : draw(playing.model, chance)
        playing.acts.push(act)
        playing.mismatch = await perform(playing.actor, playing.model, act, chance)
      }),
    )
    if (round % 3 === 2) await letBankAnswer(stage, actors)
  }
  for (const playing of actors)
    if (!playing.mismatch) playing.mismatch = await conclude(playing.actor, playing.model)
  await letBankAnswer(stage, actors)
  return actors
}

/**
 * Does one act in the product and in the model, and compares. In a shrunk sequence, acts that make no sense are
 * skipped.
 */
async function perform(actor: Actor, model: Model, act: Act, chance: number): Promise<string | null> {
  if (act === 'nothing' || !fitting(model, act)) return null
  try {
    await actor.perform(act, chance, model)
  } catch (error) {
    return `${act}: ${error instanceof Error ? error.message : error}`
  }
  return compare(actor, model, act)
}

async function compare(actor: Actor, model: Model, after: string): Promise<string | null> {
  const bill = await actor.read()
  const wanted = { settled: settledOf(model), pending: model.open?.amount ?? 0 }
  if (bill.settled !== wanted.settled || bill.pending !== wanted.pending)
    return `after ${after}: settled ${bill.settled} and pending ${bill.pending}, the model says ${wanted.settled} and ${wanted.pending}`
  const phase = model.payments.some(({ state }) => state === 'contested')
    ? ['disputed']
    : model.open
      ? ['pending']
      : wanted.settled === model.amount
        ? ['paid']
        : ['open', 'partly_paid', 'returned', 'refunded']
  return phase.includes(bill.phase)
    ? null
    : `after ${after}: ${bill.phase}, the model says ${phase.join(' or ')}`
}

async function letBankAnswer(stage: Stage, actors: Playing[]): Promise<void> {
  await stage.provider.advance(200)
  await Promise.all(
    actors.map(async (playing) => {
      if (playing.mismatch || playing.model.open?.how !== 'debit') return
      await playing.actor.hearOfDebit(playing.model)
      playing.mismatch = await compare(playing.actor, playing.model, 'the bank’s answer')
    }),
  )
}

/** Payers who wait give up, and everything unknown is polled. */
async function conclude(actor: Actor, model: Model): Promise<string | null> {
  if (!model.open || model.open.how === 'debit') return null
  return perform(actor, model, model.open.how === 'approval' ? 'half an hour passes' : 'sweep', 0)
}

async function agreeWithBook(stage: Stage, actors: Playing[]): Promise<void> {
  const ids = new Set(actors.map(({ actor }) => actor.bill.bill_id))
  const sums = new Map<number, number>()
  for (const entry of await readBook(stage.provider))
    if (ids.has(entry.bill_id)) sums.set(entry.bill_id, (sums.get(entry.bill_id) ?? 0) + bookSays(entry))
  for (const playing of actors) {
    const taken = sums.get(playing.actor.bill.bill_id) ?? 0
    if (!playing.mismatch && taken !== keptByProvider(playing.model))
      playing.mismatch = `in the end the provider keeps ${taken}, the model says ${keptByProvider(playing.model)}`
  }
}

/** Disputed money has left the balance already, but is not lost yet. */
const bookSays = (entry: Parameters<typeof kept>[0]) =>
  entry.dispute === 'lost' ? kept(entry) : entry.charged - entry.refunded

/** Leaves out one act after another as long as the rest still fails. */
async function shrink(stage: Stage, seed: number, acts: Act[]) {
  let shortest: { acts: Act[]; mismatch: string | null } = { acts, mismatch: null }
  for (let place = 0; place < acts.length; place += 1) {
    const fewer = shortest.acts.map((act, at) => (at === place ? ('nothing' as const) : act))
    const alone = await play(stage, [{ seed, acts: fewer }])
    await agreeWithBook(stage, alone)
    if (alone[0]?.mismatch) shortest = { acts: fewer, mismatch: alone[0].mismatch }
  }
  return { ...shortest, acts: shortest.acts.filter((act) => act !== 'nothing') }
}
