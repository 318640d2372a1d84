import * as contract from '@saldo/contract/payments/credit-refunds'
import { formatEuro } from '@saldo/domain/money'
import { isSepaIban } from '@saldo/domain/sepa/sepa-countries'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import { badInput, conflict } from '../../http/errors.ts'
import { type RequestKey, requestKey, requireSameRequest } from '../../http/idempotency-key.ts'
import { serve } from '../../http/serve.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { refuseBlockedIban } from '../accounts/iban/refuse-iban.ts'
import { visibleAccount } from '../accounts/visible-account.ts'
import { creditOf, holdCredit } from '../payments/allocate/subject-credit.ts'
import { readCredit, whyNotOrdered } from './credit-detail.ts'
import { knownIbans } from './known-ibans.ts'
import { readRefund } from './refunds-list.ts'

/** Holds a credit, or a part of it, until an order to the bank gives it back. No money moves yet. */
export const refundCredit = serve(contract.refundCredit, async ({ tx, body, actor, request }) => {
  const credit = await readCredit(tx, body.credit_id)
  const account = await visibleAccount(tx, credit.account_id)
  const { customer_id } = account
  const key = requestKey(request, body)
  const before = await refundOfForm(tx, customer_id, key)
  if (before) return readRefund(tx, before)
  const why = whyNotOrdered(account)
  if (why) throw conflict('cannot_order', why)
  const payer = { customer_id, account_id: credit.account_id, subject_id: credit.subject_id }
  const to = await accountOf(tx, payer, credit.who, body)
  await refuseBlockedIban(tx, to.iban)
  const free = await creditOf(tx, payer)
  if (body.amount > free) {
    const most =
      free === 0
        ? 'Questo credito non è più libero: è già in restituzione o è stato usato.'
        : `Di questo credito sono liberi ${formatEuro(free)}.`
    throw conflict('more_than_free', most, { amount: most })
  }
  await holdCredit(tx, payer, body.amount)
  const [row] = await tx<{ credit_refund_id: number }[]>`
    insert into credit_refunds ${tx({
      ...{ ...payer, ...key, ...to, amount: body.amount, text: body.text, iban_from: body.iban_from },
      ...{ actor: await actorName(tx), created_by: actor.user_id },
    })} returning credit_refund_id`
  return readRefund(tx, row?.credit_refund_id as number)
})

type Asked = z.output<typeof contract.refundCredit.body>

/** The account that gets the money, and its holder. */
async function accountOf(
  tx: Tx,
  payer: { customer_id: number; account_id: number; subject_id: number },
  who: string,
  { iban_from, iban, beneficiary }: Asked,
): Promise<{ iban: string; beneficiary: string }> {
  if (iban_from === 'typed') {
    if (!iban) throw badInput({ iban: 'Scrivi l’IBAN a cui restituire.' })
    if (!isSepaIban(iban))
      throw badInput({ iban: 'È un conto fuori dalla SEPA: il bonifico non ci arriva. Chiedine un altro.' })
    return { iban, beneficiary: beneficiary ?? who.slice(0, 70) }
  }
  const known = (await knownIbans(tx, payer)).find(({ from }) => from === iban_from)
  if (!known) {
    const gone = 'Questo conto non è più noto: scegline un altro o scrivi l’IBAN.'
    throw conflict('no_such_iban', gone, { iban_from: gone })
  }
  return { iban: known.iban, beneficiary: known.holder.slice(0, 70) }
}

async function refundOfForm(tx: Tx, customer_id: number, key: RequestKey): Promise<number | null> {
  if (key.idempotency_key === null) return null
  const [row] = await tx<{ credit_refund_id: number; request_hash: string | null; amount: number }[]>`
    select credit_refund_id, request_hash, amount from credit_refunds
    where customer_id = ${customer_id} and idempotency_key = ${key.idempotency_key}`
  if (!row) return null
  requireSameRequest(
    row.request_hash,
    key,
    `è già stata chiesta un’altra restituzione, di ${formatEuro(row.amount)}`,
  )
  return row.credit_refund_id
}
