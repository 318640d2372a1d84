import * as contract from '@saldo/contract/reports/books'
import { whyNotClosedTo } from '@saldo/domain/accounting/registration-dates'
import { formatDate } from '@saldo/domain/dates'
import type { Tx } from '../../db/connection.ts'
import { badInput, conflict } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { visibleAccount } from '../accounts/visible-account.ts'

export const getClosings = serve(contract.getClosings, async ({ tx, params }) => {
  await visibleAccount(tx, params.id)
  return closingsOf(tx, params.id)
})

/** Closes a condominium's books until a day before today. After that the database refuses entries in the period. */
export const closeBooks = serve(contract.closeBooks, async ({ tx, params, body: { closed_to } }) => {
  const { customer_id, account_id } = await visibleAccount(tx, params.id)
  const why = whyNotClosedTo(closed_to)
  if (why) throw badInput({ closed_to: why })
  await oneAfterTheOther(tx, account_id)
  const { closed_to: before } = await closingsOf(tx, account_id)
  if (before && closed_to <= before)
    throw conflict('already_closed', `I conti sono già chiusi fino al ${formatDate(before)}.`, {
      closed_to: `Scegli un giorno dopo il ${formatDate(before)}, o riapri il periodo.`,
    })
  await write(tx, { customer_id, account_id, act: 'closed', closed_to, reason: null })
  return closingsOf(tx, account_id)
})

/** Reopens closed books with a reason: completely, or down to an earlier day. */
export const reopenBooks = serve(contract.reopenBooks, async ({ tx, params, body }) => {
  const { customer_id, account_id } = await visibleAccount(tx, params.id)
  const closed_to = body.closed_to ?? null
  const why = closed_to && whyNotClosedTo(closed_to)
  if (why) throw badInput({ closed_to: why })
  await oneAfterTheOther(tx, account_id)
  const { closed_to: before } = await closingsOf(tx, account_id)
  if (!before) throw conflict('not_closed', 'I conti di questo condominio non sono chiusi.')
  if (closed_to && closed_to >= before)
    throw badInput({
      closed_to: `I conti sono chiusi fino al ${formatDate(before)}: scegli un giorno prima.`,
    })
  await write(tx, { customer_id, account_id, act: 'reopened', closed_to, reason: body.reason })
  return closingsOf(tx, account_id)
})

/** Serialises closing and reopening of the same books: the second waits and reads the result of the first. */
const oneAfterTheOther = (tx: Tx, account_id: number) =>
  tx`select pg_advisory_xact_lock(hashtext('close-books'), ${account_id}::int)`

type Closing = {
  customer_id: number
  account_id: number
  act: 'closed' | 'reopened'
  closed_to: string | null
  reason: string | null
}

async function write(tx: Tx, closing: Closing): Promise<void> {
  await tx`insert into book_closings ${tx({ ...closing, actor: await actorName(tx) })}`
}

const shownAtMost = 50

async function closingsOf(tx: Tx, account_id: number): Promise<contract.Closings> {
  const closings = await tx<contract.BookClosing[]>`
    select closing_id, act, closed_to, reason, actor, at from book_closings
    where account_id = ${account_id} order by closing_id desc limit ${shownAtMost}`
  return { closed_to: closings[0]?.closed_to ?? null, closings: [...closings] }
}
