import { whole } from '../../random.ts'
import { type Bill, mayPay, type Plan, planned, residueOf } from '../books.ts'
import { plusDays } from '../days.ts'
import { type Act, call, callOpenly, expecting, linkOf, Mismatch, type Player, pickOne } from '../player.ts'
import { accept, endUnpaid, nextDue } from '../posting/posting-plans.ts'
import { evenParts, sumOf } from '../sharing.ts'

/**
 * Bills that a plan may include: the payer has an e-mail address, there is no other plan, and no refund that may still
 * fail.
 */
const promisable = ({ books }: Player): Bill[] =>
  books
    .issued()
    .filter(
      (bill) =>
        mayPay(books, bill) &&
        !planned(bill) &&
        !books.debits.some((debit) => debit.open && debit.bill === bill) &&
        books.ground.subjects.some(
          ({ subject_id, email }) => subject_id === bill.subject && email !== null,
        ) &&
        !books.payments.some(({ refunds }) =>
          refunds.some(
            ({ fails_on, state, taken }) =>
              state === 'given' && fails_on !== null && taken.some((part) => part.bill === bill),
          ),
        ),
    )

async function propose(player: Player): Promise<void> {
  const { books, random } = player
  const first = pickOne(player, promisable(player))
  const bills = promisable(player)
    .filter((bill) => bill.condominium === first.condominium && bill.subject === first.subject)
    .filter((bill) => bill === first || whole(random, 2) === 0)
    .toSorted((a, b) =>
      (nextDue(a) as string) < (nextDue(b) as string)
        ? -1
        : (nextDue(a) as string) > (nextDue(b) as string)
          ? 1
          : a.id - b.id,
    )
  const total = sumOf(bills.map(residueOf))
  const start = plusDays(books.today, whole(random, 20))
  const rates = evenParts(total, Math.min(total, 1 + whole(random, 4))).map((amount, place) => ({
    due: plusDays(start, place * 30),
    amount,
  }))
  const grace_days = whole(random, 6)
  const expires_on = plusDays(books.today, 5)
  const body = expecting(
    await call(player, 'POST', '/v1/plans', {
      ...{ bill_ids: bills.map(({ id }) => id), grace_days, expires_on },
      rates: rates.map(({ due, amount }) => ({ due_date: due, amount })),
    }),
    201,
    `a plan for ${total}`,
  )
  const plan: Plan = {
    id: body.plan_id,
    bills,
    rates,
    state: 'proposed',
    expires_on,
    grace_days,
    before: new Map(),
  }
  for (const bill of bills) bill.plan = plan
  books.plans.push(plan)
}

const proposed = ({ books }: Player) => books.plans.filter(({ state }) => state === 'proposed')

/** The payer accepts with a mailed code; must be refused when the debt has changed. */
async function agree(player: Player): Promise<void> {
  const { books, world } = player
  const plan = pickOne(player, proposed(player))
  const [first] = plan.bills as [Bill]
  const token = await linkOf(player, first)
  expecting(await callOpenly(player, 'POST', `/v1/mybill/${token}/plan/code`), 200, 'a code for the plan')
  const address = books.ground.subjects.find(({ subject_id }) => subject_id === first.subject)?.email
  const [mail] = await world.sql`
    select subject || ' ' || text as words from emails
    where to_address = ${address} and template like '%code%' order by email_id desc limit 1`
  const code = /\b(\d{6,8})\b/.exec(mail?.words ?? '')?.[1]
  if (!code) throw new Mismatch(`no code in the mail: ${mail?.words}`)
  const may =
    plan.bills.every((bill) => mayPay(books, bill)) &&
    sumOf(plan.bills.map(residueOf)) === sumOf(plan.rates.map(({ amount }) => amount))
  expecting(
    await callOpenly(player, 'POST', `/v1/mybill/${token}/plan/accept`, { code }),
    may ? 200 : 409,
    'accepting a plan',
  )
  if (may) accept(plan)
}

const endable = ({ books }: Player) =>
  books.plans.filter(
    ({ state, bills }) =>
      state === 'proposed' ||
      (state === 'active' && bills.every((bill) => bill.instalments.every(({ pending }) => pending === 0))),
  )

export const planActs: Act[] = [
  { name: 'plan proposed', weight: 6, fits: (player) => promisable(player).length > 0, run: propose },
  { name: 'plan accepted', weight: 9, fits: (player) => proposed(player).length > 0, run: agree },
  {
    name: 'plan withdrawn',
    weight: 2,
    fits: (player) => endable(player).length > 0,
    run: async (player) => {
      const plan = pickOne(player, endable(player))
      expecting(await call(player, 'POST', `/v1/plans/withdraw/${plan.id}`), 200, 'withdrawing a plan')
      if (plan.state === 'active') endUnpaid(plan, 'withdrawn')
      else plan.state = 'withdrawn'
    },
  },
  {
    name: 'around a plan',
    weight: 2,
    fits: ({ books }) => books.issued().some(planned),
    run: async (player) => {
      const bill = pickOne(player, player.books.issued().filter(planned))
      const note = { reason: 'Sconto', amount: 1, surplus: 'credit' }
      const [url, body] = pickOne(player, [
        [`/v1/bills/cancel/${bill.id}`, undefined],
        [`/v1/bills/reissue/${bill.id}`, undefined],
        [`/v1/bills/credit-note/${bill.id}`, note],
      ] as const)
      expecting(await call(player, 'POST', url, body), 409, 'changing a bill around its plan')
    },
  },
]
