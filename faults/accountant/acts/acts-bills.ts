import { whole } from '../../random.ts'
import { amountOf, type Bill, disputedOf, type Instalment, pendingOf, planned, settledOf } from '../books.ts'
import { type Day, plusDays } from '../days.ts'
import {
  type Act,
  call,
  expecting,
  Mismatch,
  type Player,
  pickOne,
  refusedAsClosed,
  someCents,
} from '../player.ts'
import { giveBack } from '../posting/posting-back.ts'
import { amend, cancel, credit, issue, spreadNote } from '../posting/posting-bills.ts'
import { evenParts, sumOf } from '../sharing.ts'
import type { Answer } from '../world.ts'

type Asked = {
  lines: { description: string; amount: number }[]
  instalments: { due_date: Day; amount: number }[]
}

/** Random lines with instalments of the same sum, on different days from the issue date on. */
function someAsked({ random }: Player, issued_on: Day): Asked {
  const lines = Array.from({ length: 1 + whole(random, 3) }, (_, place) => ({
    description: `Voce ${place + 1}`,
    amount: someCents(random, 600, 45_000),
  }))
  // A line may be negative, such as last year's balance.
  if (whole(random, 5) === 0)
    lines.push({ description: 'Conguaglio a credito', amount: -someCents(random, 1, 500) })
  const amount = sumOf(lines.map((line) => line.amount))
  const first = plusDays(issued_on, whole(random, 45))
  const parts = evenParts(amount, 1 + whole(random, 3))
  return {
    lines,
    instalments: parts.map((cents, place) => ({ due_date: plusDays(first, place * 31), amount: cents })),
  }
}

export const instalmentsFrom = (body: Answer['body']): Instalment[] =>
  body.instalments.map((each: { instalment_id: number; due_date: Day; amount: number }) => ({
    ids: [each.instalment_id],
    due: each.due_date,
    amount: each.amount,
    settled: 0,
    pending: 0,
    returned: 0,
    refunded: 0,
  }))

/** The instalments as the office wrote them, with the product's ids; amounts are our own. */
function instalmentsOf(asked: Asked, body: Answer['body']): Instalment[] {
  return asked.instalments.map(({ due_date, amount }, place) => ({
    ...{ ids: [body.instalments[place].instalment_id], due: due_date, amount },
    ...{ settled: 0, pending: 0, returned: 0, refunded: 0 },
  }))
}

async function make(player: Player, draft: boolean): Promise<void> {
  const { books, random } = player
  const condominium = pickOne(player, books.ground.accounts).account_id
  const subject = pickOne(player, books.ground.subjects).subject_id
  const issued_on = whole(random, 3) === 0 ? plusDays(books.today, -whole(random, 25)) : books.today
  const asked = someAsked(player, issued_on)
  const description = `Rata ${player.serial}`
  const reply = await call(player, 'PUT', '/v1/bills', {
    ...{ account_id: condominium, subject_id: subject, description, issue_date: issued_on, draft },
    ...asked,
  })
  if (!draft && refusedAsClosed(player, reply, condominium, issued_on)) return
  const body = expecting(reply, 201, 'a new bill')
  const bill: Bill = {
    ...{
      id: body.bill_id,
      number: body.number,
      condominium,
      subject,
      status: 'draft',
      issued_on,
      description,
    },
    ...{ instalments: instalmentsOf(asked, body), notes: [], reissued: false, tried: false, claims: [] },
  }
  books.bills.push(bill)
  if (!draft) issue(books, bill)
}

const drafts = ({ books }: Player) => books.bills.filter(({ status }) => status === 'draft')
/**
 * Bills that were never paid and that no payment holds. Bills of interest are excluded, because they are never edited.
 */
const untouched = ({ books }: Player) =>
  books
    .issued()
    .filter(
      (bill) =>
        !bill.interest_on &&
        !bill.tried &&
        bill.notes.length === 0 &&
        !planned(bill) &&
        !paidOnce(books.payments, bill),
    )
const paidOnce = (payments: Player['books']['payments'], bill: Bill) =>
  bill.tried || payments.some(({ parts }) => parts.some((part) => part.bill === bill))

async function change(player: Player, bill: Bill, also: { issue?: boolean }): Promise<void> {
  const { books } = player
  const asked = someAsked(player, bill.issued_on)
  const reply = await call(player, 'POST', '/v1/bills', {
    ...{ bill_id: bill.id, account_id: bill.condominium, subject_id: bill.subject },
    ...{ description: bill.description, number: bill.number, issue_date: bill.issued_on, ...also, ...asked },
  })
  if (also.issue && refusedAsClosed(player, reply, bill.condominium, bill.issued_on)) return
  const body = expecting(reply, 200, 'a change of a bill')
  amend(books, bill, { instalments: instalmentsOf(asked, body) })
  if (also.issue) issue(books, bill)
}

/** Whether a bill can be cancelled: no part of it is or was half paid. */
const mayCancel = ({ books }: Player, bill: Bill): boolean =>
  bill.status === 'draft' ||
  (bill.status === 'issued' && settledOf(bill) + pendingOf(bill) === 0 && !disputedOf(books, bill))

const credited = (player: Player) =>
  player.books
    .issued()
    .filter(
      (bill) =>
        pendingOf(bill) === 0 && !disputedOf(player.books, bill) && !planned(bill) && amountOf(bill) > 0,
    )

async function creditNote(player: Player, bill: Bill, amount: number | null, surplus: 'credit' | 'refund') {
  const { books } = player
  const cents = amount ?? amountOf(bill)
  const freed = sumOf(spreadNote(bill, cents).map((each) => each.freed))
  const body = expecting(
    await call(player, 'POST', `/v1/bills/credit-note/${bill.id}`, {
      ...(amount === null ? {} : { amount }),
      ...{ reason: 'Spesa annullata', ...(freed > 0 ? { surplus } : {}) },
    }),
    201,
    `a credit note of ${cents} of ${amountOf(bill)}`,
  )
  const { note } = body
  const given = credit(books, bill, cents, { id: note.credit_note_id, number: note.number })
  if (freed === 0 || surplus === 'credit') return
  for (const { payment, cents: back } of given) {
    const { refunds } = expecting(await call(player, 'GET', `/v1/payments/${payment.id}`), 200, 'the payment')
    const made = refunds.find(
      (each: { refund_id: number; state: string }) =>
        !payment.refunds.some(({ id }) => id === each.refund_id),
    )
    // If the provider could not refund it, the money stays as credit, and the answer says so.
    if (!made || made.state === 'failed') continue
    giveBack(books, payment, {
      ...{ id: made.refund_id, amount: back, way: made.way, object: made.provider_object, day: books.today },
    })
  }
}

/** A job cancels the chosen bills; those that cannot be cancelled stay, and the run counts them. */
async function cancelSeveral(player: Player): Promise<void> {
  const { books, random } = player
  const chosen = books.issued().filter(() => whole(random, 2) === 0)
  if (chosen.length === 0) return
  const { run_id } = expecting(
    await call(player, 'POST', '/v1/bills/cancel', { ids: chosen.map(({ id }) => id) }),
    202,
    'cancelling several bills',
  )
  const failed = await player.world.settle()
  if (failed.length > 0) throw new Mismatch(failed.join('; '))
  const gone = chosen.filter((bill) => !planned(bill) && mayCancel(player, bill))
  for (const bill of gone) cancel(books, bill)
  const run = expecting(await call(player, 'GET', `/v1/bills/runs/${run_id}`), 200, 'the run')
  if (run.state !== 'done' || run.changed !== gone.length || run.refused !== chosen.length - gone.length)
    throw new Mismatch(
      `cancelling ${chosen.length} bills: ${run.state}, ${run.changed} cancelled, ${run.refused} refused; the books say ${gone.length}`,
    )
}

export const billActs: Act[] = [
  { name: 'bill', weight: 8, fits: () => true, run: (player) => make(player, false) },
  { name: 'draft', weight: 2, fits: () => true, run: (player) => make(player, true) },
  {
    name: 'issue a draft',
    weight: 5,
    fits: (player) => drafts(player).length > 0,
    run: (player) => change(player, pickOne(player, drafts(player)), { issue: true }),
  },
  {
    name: 'amend',
    weight: 5,
    fits: (player) => untouched(player).length > 0,
    run: (player) => change(player, pickOne(player, untouched(player)), {}),
  },
  {
    name: 'cancel',
    weight: 5,
    fits: ({ books }) => books.issued().some((bill) => !planned(bill)),
    run: async (player) => {
      const { books } = player
      const bill = pickOne(
        player,
        books.issued().filter((each) => !planned(each)),
      )
      const may = mayCancel(player, bill)
      expecting(
        await call(player, 'POST', `/v1/bills/cancel/${bill.id}`),
        may ? 200 : 409,
        'cancelling a bill',
      )
      if (may) cancel(books, bill)
    },
  },
  {
    name: 'cancel several',
    weight: 2,
    fits: ({ books }) => books.issued().length > 1,
    run: cancelSeveral,
  },
  {
    name: 'reissue',
    weight: 3,
    fits: (player) => player.books.bills.some((bill) => mayReissue(player, bill)),
    run: async (player) => {
      const { books } = player
      const bill = pickOne(
        player,
        books.bills.filter((each) => mayReissue(player, each)),
      )
      const body = expecting(
        await call(player, 'POST', `/v1/bills/reissue/${bill.id}`),
        201,
        'making a bill again',
      )
      bill.reissued = true
      if (bill.status === 'issued') cancel(books, bill)
      const rows = bill.instalments.filter(({ amount }) => amount > 0)
      const again: Bill = {
        ...{ id: body.bill_id, number: body.number, condominium: bill.condominium, subject: bill.subject },
        ...{
          status: 'draft',
          issued_on: books.today,
          description: bill.description,
          notes: [],
          reissued: false,
        },
        tried: false,
        claims: [],
        instalments: rows.map(({ due, amount }, place) => ({
          ...{ ids: [body.instalments[place].instalment_id], due, amount },
          ...{ settled: 0, pending: 0, returned: 0, refunded: 0 },
        })),
      }
      books.bills.push(again)
    },
  },
  {
    name: 'credit note, part',
    weight: 5,
    fits: (player) => credited(player).some((bill) => amountOf(bill) > 1),
    run: async (player) => {
      const bill = pickOne(
        player,
        credited(player).filter((each) => amountOf(each) > 1),
      )
      const cents = someCents(player.random, 1, amountOf(bill) - 1)
      await creditNote(player, bill, cents, pickOne(player, ['credit', 'credit', 'refund'] as const))
    },
  },
  {
    name: 'credit note, whole',
    weight: 3,
    fits: (player) => credited(player).length > 0,
    run: async (player) =>
      creditNote(
        player,
        pickOne(player, credited(player)),
        null,
        pickOne(player, ['credit', 'refund'] as const),
      ),
  },
]

const mayReissue = (player: Player, bill: Bill) =>
  !bill.reissued &&
  !bill.interest_on &&
  bill.status !== 'draft' &&
  !planned(bill) &&
  (bill.status === 'cancelled' || mayCancel(player, bill))
