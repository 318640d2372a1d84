import { whole } from '../../random.ts'
import { type Bill, planned } from '../books.ts'
import { plusDays } from '../days.ts'
import { claimable, ruleOf, sureOf } from '../interest.ts'
import { type Act, call, expecting, Mismatch, type Player, pickOne } from '../player.ts'
import { issue } from '../posting/posting-bills.ts'

async function setRule(player: Player): Promise<void> {
  const { books, random } = player
  const { account_id } = pickOne(player, books.ground.accounts)
  const kind = pickOne(player, ['legal', 'agreed', 'agreed', 'none'] as const)
  const agreed_bps = kind === 'agreed' ? 1 + whole(random, 1_000) : null
  const body = { account_id, kind, ...(agreed_bps === null ? {} : { agreed_bps }) }
  expecting(await call(player, 'POST', '/v1/late-interest/rule', body), 200, 'a rule of interest')
  books.rules.set(account_id, { kind, agreed_bps })
}

/** Bills that bear interest which the books can compute. */
const bearing = ({ books }: Player): Bill[] =>
  books
    .issued()
    .filter(
      (bill) =>
        ruleOf(books, bill.condominium).kind !== 'none' &&
        !bill.interest_on &&
        !planned(bill) &&
        sureOf(books, bill),
    )

/** Charges the interest of a bill by a new bill; must be refused where none has accrued, or it was charged today. */
async function charge(player: Player): Promise<void> {
  const { books } = player
  const owing = bearing(player).filter((bill) => claimable(books, bill) > 0)
  const bill = pickOne(player, owing.length > 0 ? owing : bearing(player))
  const cents = claimable(books, bill)
  const may = cents > 0 && !bill.claims.some(({ through }) => through === books.today)
  const answer = await call(player, 'POST', `/v1/late-interest/charge/${bill.id}`)
  const body = expecting(answer, may ? 201 : 409, `interest of ${cents}`)
  if (!may) return
  const made = (body.charges as { bill_id: number; number: string; amount: number }[]).find(
    ({ bill_id }) => !books.bills.some(({ id }) => id === bill_id),
  )
  if (made?.amount !== cents)
    throw new Mismatch(`interest on bill ${bill.id}: asked for ${made?.amount}, the books say ${cents}`)
  const detail = expecting(
    await call(player, 'GET', `/v1/bills/${made.bill_id}`),
    200,
    'the bill of interest',
  )
  const by: Bill = {
    ...{ id: made.bill_id, number: made.number, condominium: bill.condominium, subject: bill.subject },
    ...{ status: 'issued', issued_on: books.today, description: detail.description, notes: [] },
    ...{ reissued: false, tried: false, claims: [], interest_on: bill },
    instalments: [
      {
        ids: [detail.instalments[0].instalment_id],
        // Due in thirty days.
        due: plusDays(books.today, 30),
        ...{ amount: cents, settled: 0, pending: 0, returned: 0, refunded: 0 },
      },
    ],
  }
  books.bills.push(by)
  bill.claims.push({ through: books.today, cents, rule: ruleOf(books, bill.condominium), by })
  issue(books, by)
}

async function setOrder(player: Player): Promise<void> {
  const interest_first = !player.books.interest_first
  expecting(await call(player, 'PUT', '/v1/late-interest/order', { interest_first }), 200, 'an order')
  player.books.interest_first = interest_first
}

export const interestActs: Act[] = [
  { name: 'interest rule', weight: 4, fits: () => true, run: setRule },
  { name: 'interest charged', weight: 10, fits: (player) => bearing(player).length > 0, run: charge },
  {
    name: 'interest first',
    weight: 1,
    fits: ({ books }) => books.bills.some(({ interest_on }) => interest_on),
    run: setOrder,
  },
]
