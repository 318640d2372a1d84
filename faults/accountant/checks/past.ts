import { seeded, whole } from '../../random.ts'
import { type Day, monthOf, plusDays } from '../days.ts'
import type { Entry } from '../journal.ts'
import { call, expecting, type Player, pickOne } from '../player.ts'
import type { Differences } from './differences.ts'

/** An answer about past days. Only an entry dated on or before the last of them may change it. */
export type Told = {
  url: string
  answer: unknown
  /** The number of entries at that time. */
  known: number
  concerns: (entry: Entry) => boolean
  /** The part of an answer that concerns those days. */
  part: (body: Record<string, never>) => unknown
}

/** Sometimes asks about past days, and remembers the answers. */
export async function ask(player: Player, seed: number): Promise<void> {
  const random = seeded(seed)
  if (whole(random, 3) > 0) return
  const { books } = player
  const { subject_id } = pickOne({ ...player, random }, books.ground.subjects)
  const { account_id } = pickOne({ ...player, random }, books.ground.accounts)
  const last = plusDays(books.today, -1 - whole(random, 10))
  const first = plusDays(last, -whole(random, 40))
  const until = (day: Day, of: (entry: Entry) => boolean) => (entry: Entry) => entry.day <= day && of(entry)
  const days = `day_from=${first}&day_to=${last}`
  const of_person = (entry: Entry) => entry.subject === subject_id
  const of_condominium = (entry: Entry) => entry.condominium === account_id
  await remember(
    player,
    `/v1/subjects/statement/${subject_id}?from=${first}&to=${last}`,
    until(last, of_person),
  )
  await remember(
    player,
    `/v1/books/register?account_id=${account_id}&${days}&limit=200`,
    until(last, of_condominium),
  )
  await remember(
    player,
    `/v1/books/cash/${account_id}?day=${last}`,
    until(last, of_condominium),
    // The closing day in the answer is today's, so it is left out.
    ({ closed_to: _closed_to, ...body }) => body,
  )
  await remember(
    player,
    `/v1/payments/summary?moved_on_from=${first}&moved_on_to=${last}`,
    until(last, () => true),
    // The number of payments depends on their current state; the money only on the days.
    ({ gross, given_back, taken_back, fees, net }) => ({ gross, given_back, taken_back, fees, net }),
  )
  const this_month = monthOf(books.today)
  await remember(
    player,
    '/v1/dashboard',
    until(plusDays(`${this_month}-01`, -1), () => true),
    ({ months }) =>
      (months as unknown as { month: string }[]).filter(
        // It shows a year: months before the books began are in it only for a while.
        ({ month }) => month < this_month && month >= monthOf(books.began),
      ),
  )
}

async function remember(
  player: Player,
  url: string,
  concerns: Told['concerns'],
  part: Told['part'] = (body) => body,
): Promise<void> {
  const body = expecting(await call(player, 'GET', url), 200, url)
  player.told.push({ url, answer: part(body), known: player.books.journal.entries.length, concerns, part })
}

/** Repeats the same requests: where no new entry concerns those days, the answer must be equal. */
export async function readAgain(player: Player, found: Differences): Promise<void> {
  for (const { url, answer, known, concerns, part } of player.told) {
    if (player.books.journal.entries.slice(known).some(concerns)) continue
    const body = expecting(await call(player, 'GET', url), 200, url)
    found.same(`${url}, asked again`, part(body), answer)
  }
}
