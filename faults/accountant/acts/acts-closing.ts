import { whole } from '../../random.ts'
import { disputedOf } from '../books.ts'
import { plusDays } from '../days.ts'
import { type Act, call, expecting, type Player, pickOne, refusedAsClosed } from '../player.ts'

/** Closes a condominium's books until a past day, later than before. */
async function close(player: Player): Promise<void> {
  const { books, random } = player
  const { account_id } = pickOne(player, books.ground.accounts)
  const day = plusDays(books.today, -1 - whole(random, 12))
  const before = books.closed.get(account_id) ?? ''
  const answer = await call(player, 'POST', `/v1/books/closings/${account_id}`, { closed_to: day })
  if (day <= before) return void expecting(answer, 409, `closing until ${day}, closed until ${before}`)
  expecting(answer, 200, `closing until ${day}`)
  books.closed.set(account_id, day)
}

const closedOnes = ({ books }: Player) =>
  books.ground.accounts.filter(({ account_id }) => books.closed.has(account_id))

async function reopen(player: Player): Promise<void> {
  const { books, random } = player
  const { account_id } = pickOne(player, closedOnes(player))
  const earlier = plusDays(books.closed.get(account_id) as string, -1 - whole(random, 10))
  const closed_to = whole(random, 2) === 0 ? earlier : null
  expecting(
    await call(player, 'POST', `/v1/books/closings/${account_id}/reopen`, {
      closed_to,
      reason: 'Una fattura arrivata tardi',
    }),
    200,
    'reopening the books',
  )
  if (closed_to) books.closed.set(account_id, closed_to)
  else books.closed.delete(account_id)
}

/** A bill or a transfer in a closed period must be refused and change nothing. */
async function intoTheClosed(player: Player): Promise<void> {
  const { books, random } = player
  const { account_id } = pickOne(player, closedOnes(player))
  const { subject_id } = pickOne(player, books.ground.subjects)
  const day = plusDays(books.closed.get(account_id) as string, -whole(random, 3))
  const whose = { account_id, subject_id }
  const asked = {
    lines: [{ description: 'Voce', amount: 1_000 }],
    instalments: [{ due_date: books.today, amount: 1_000 }],
  }
  // Only somebody with a bill can pay.
  const asked_before = books
    .issued()
    .some(
      (bill) => bill.subject === subject_id && bill.condominium === account_id && !disputedOf(books, bill),
    )
  const answer =
    !asked_before || whole(random, 2) === 0
      ? await call(player, 'PUT', '/v1/bills', { ...whose, description: 'Tardi', issue_date: day, ...asked })
      : await call(player, 'POST', '/v1/payments', {
          ...whose,
          ...{
            amount: 777,
            received_on: day,
            confirm_duplicate: true,
            confirm_day: true,
            confirm_under_way: true,
            credit_surplus: true,
            reference: 'CRO tardi',
          },
        })
  refusedAsClosed(player, answer, account_id, day)
}

export const closingActs: Act[] = [
  { name: 'books closed', weight: 3, fits: () => true, run: close },
  { name: 'books reopened', weight: 1, fits: (player) => closedOnes(player).length > 0, run: reopen },
  {
    name: 'into a closed period',
    weight: 3,
    fits: (player) => closedOnes(player).length > 0,
    run: intoTheClosed,
  },
]
