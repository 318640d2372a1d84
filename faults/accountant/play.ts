import { seeded, seedOf, weighted } from '../random.ts'
import { acts } from './acts/acts.ts'
import { receiveBankReturns, waitsForBanks } from './acts/acts-back.ts'
import { Books } from './books.ts'
import { checkArrears } from './checks/check-arrears.ts'
import { checkBills } from './checks/check-bills.ts'
import { checkCash, checkDebts } from './checks/check-cash.ts'
import { checkFiles } from './checks/check-files.ts'
import { checkLedger } from './checks/check-ledger.ts'
import { checkMoney } from './checks/check-money.ts'
import {
  askForPayouts,
  askToReconcile,
  checkPayouts,
  checkReconciled,
  postPayouts,
  readPayouts,
} from './checks/check-payouts.ts'
import { checkPeople } from './checks/check-people.ts'
import { checkProvider, readProvider } from './checks/check-provider.ts'
import { Differences } from './checks/differences.ts'
import { ask, readAgain } from './checks/past.ts'
import { dayInRome } from './days.ts'
import { Mismatch, type Player } from './player.ts'
import type { World } from './world.ts'

export const rounds = 12
const secondsOfDay = 86_400

export type Sequence = {
  seed: number
  mark: string
  acts: (string | null)[] | null
  /** Whether its office has its own connected account; by default every third has. */
  connected?: boolean | undefined
}
export type Played = {
  sequence: Sequence
  acts: (string | null)[]
  mismatches: string[]
  compared: number
}

/**
 * Plays sequences in parallel, one act each per round, on one calendar; between rounds days or months may pass. At the
 * end every figure of every screen is compared with the books. The same seeds give the same run.
 */
export async function play(world: World, seed: number, sequences: Sequence[]): Promise<Played[]> {
  const since = Math.floor(world.moment().getTime() / 1000) - 60
  const tables: { player: Player; played: Played }[] = []
  for (const sequence of sequences) {
    const connected = sequence.connected ?? seedOf(sequence.seed, 'office') % 3 === 0
    const ground = await world.openOffice({ name: `Studio ${sequence.mark}`, connected })
    tables.push({
      player: {
        ...{ world, mark: sequence.mark, serial: 0, random: seeded(sequence.seed), told: [] },
        books: new Books(ground, dayInRome(world.moment())),
      },
      played: { sequence, acts: [], mismatches: [], compared: 0 },
    })
  }
  const well = () => tables.filter(({ played }) => played.mismatches.length === 0)
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all(well().map(({ player, played }) => oneAct(player, played, round)))
    for (const sentence of await world.settle())
      for (const { played } of well()) played.mismatches.push(sentence)
    await passTime(world, seedOf(seed, `time ${round}`), well())
    await Promise.all(
      well().map(({ player, played }) =>
        guarded(played, () => ask(player, seedOf(played.sequence.seed, `asked ${round}`)), 'asking'),
      ),
    )
  }
  const destinations = tables.flatMap(({ player }) => player.books.ground.connected?.destination ?? [])
  const book = await readProvider(world, since, destinations)
  // Both ask the provider about every day, which is slow, so only some chapters do it.
  const [paid_out, reconciled] = [seedOf(seed, 'payouts') % 2 === 0, seedOf(seed, 'quadratura') % 3 === 0]
  const [one] = well()
  const payouts = paid_out && one ? await readPayouts(world, destinations) : []
  if (one && paid_out) await guarded(one.played, () => askForPayouts(one.player), 'payouts')
  if (one && reconciled) await guarded(one.played, () => askToReconcile(one.player), 'Quadratura')
  await Promise.all(
    well().map(async ({ player, played }) => {
      postPayouts(player, payouts)
      const found = new Differences()
      await guarded(played, async () => {
        await checkBills(player, found)
        await checkPeople(player, found)
        await checkLedger(player, found)
        await checkMoney(player, found)
        await checkFiles(player, found)
        await checkCash(player, found)
        await checkArrears(player, found)
        await checkDebts(player, found)
        await readAgain(player, found)
        checkProvider(player, book, found)
        await checkPayouts(player, payouts, found)
        if (reconciled) await checkReconciled(player, found)
      })
      played.mismatches.push(...found.sentences)
      played.compared = found.compared
    }),
  )
  return tables.map(({ played }) => played)
}

async function oneAct(player: Player, played: Played, round: number): Promise<void> {
  const { sequence } = played
  player.random = seeded(seedOf(sequence.seed, `round ${round}`))
  const fitting = acts.filter((act) => act.fits(player))
  const name = sequence.acts
    ? sequence.acts[round]
    : weighted(player.random, Object.fromEntries(fitting.map((act) => [act.name, act.weight])))
  const act = fitting.find((each) => each.name === name)
  played.acts.push(act ? act.name : null)
  if (!act) return
  // Random choices within an act have their own generator, so that leaving out another act changes little.
  player.random = seeded(seedOf(sequence.seed, `dice ${round}`))
  await guarded(played, () => act.run(player), act.name)
}

async function guarded(played: Played, what: () => Promise<void>, during = 'looking'): Promise<void> {
  try {
    await what()
  } catch (error) {
    const said = error instanceof Mismatch ? error.message : error instanceof Error ? error.stack : error
    played.mismatches.push(`${during}: ${said}`)
  }
}

/** Passes no time, a day, a week or a month; day by day while banks may decide. */
async function passTime(
  world: World,
  seed: number,
  tables: { player: Player; played: Played }[],
): Promise<void> {
  const random = seeded(seed)
  const how = weighted(random, { 'the same day': 5, 'a day': 3, 'some days': 3, 'a month': 1 })
  let days =
    how === 'the same day' ? 0 : how === 'a day' ? 1 : how === 'a month' ? 31 : 2 + Math.floor(random() * 8)
  while (days > 0) {
    const step = tables.some(({ player }) => waitsForBanks(player.books)) ? 1 : days
    const failed = await world.pass(step * secondsOfDay)
    const today = dayInRome(world.moment())
    for (const { player, played } of tables) {
      player.books.today = today
      played.mismatches.push(...failed)
    }
    await Promise.all(
      tables
        .filter(({ played }) => played.mismatches.length === 0)
        .map(({ player, played }) => guarded(played, () => receiveBankReturns(player), 'hearing of banks')),
    )
    days -= step
  }
}
