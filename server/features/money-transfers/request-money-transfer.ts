import * as contract from '@saldo/contract/payments/money-transfers'
import type { MovableBalance } from '@saldo/contract/payments/movable-balances'
import { formatEuro } from '@saldo/domain/money'
import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'
import { type RequestKey, requestKey, requireSameRequest } from '../../http/idempotency-key.ts'
import { serveAcross } from '../../http/serve.ts'
import { visibleAccount } from '../accounts/visible-account.ts'
import { notifyBackOffice } from '../messages/notify-users.ts'
import { orRefused, refused } from './money-transfer.ts'
import { transferDetail } from './money-transfer-detail.ts'
import { balanceOf, readBalance } from './read-balance.ts'

/**
 * Asks for a transfer: the provider is asked for the balance first, then PostgreSQL checks amount, IBAN and limits when the
 * request is written. No money moves before another person approves.
 */
export const requestMoneyTransfer = serveAcross(
  contract.requestMoneyTransfer,
  async ({ services, as, body, request }) => {
    const key = requestKey(request, body)
    const before = await as((tx) => transferOfForm(tx, key))
    if (before) return as((tx, actor) => transferDetail(tx, actor, before))
    const balance = await as(async (tx) => {
      await visibleAccount(tx, body.account_id)
      return balanceOf(tx, body.account_id)
    })
    if (!balance) throw notFound('Il condominio')
    await readBalance(services, balance)
    return as(async (tx, actor) => {
      const id = await insertRequest(tx, body, key)
      const detail = await transferDetail(tx, actor, id)
      await notifyBackOffice(services, tx, {
        kind: 'money_transfer',
        title: 'Uno spostamento di denaro aspetta una seconda persona',
        body: `${detail.requested_by_name} chiede di spostare ${formatEuro(detail.amount)} di ${detail.account_name} (${detail.customer_name}): ${detail.reason}`,
        link: `/admin-management/moneynet?open=${id}`,
        dedupe_key: `money-transfer-requested:${id}`,
      })
      return detail
    })
  },
)

type Wanted = { account_id: number; amount: number; reason: string }
type Source = Pick<MovableBalance, 'way' | 'provider_account'> & {
  customer_id: number
  destination: string | null
  iban: string | null
  name: string
  payer_name: string | null
  payer_iban: string | null
  refusal: string | null
}

async function insertRequest(
  tx: Tx,
  { account_id, amount, reason }: Wanted,
  key: RequestKey,
): Promise<number> {
  // Two presses at the same moment with one key: the second waits, and finds what the first made.
  await tx`select lock_money_transfers()`
  const before = await transferOfForm(tx, key)
  if (before) return before
  const [from] = await tx<Source[]>`
    select b.customer_id, b.way, b.provider_account, b.destination, b.iban, b.name, l.payer_name, l.payer_iban,
      money_transfer_refusal(b.account_id, ${amount}, null) as refusal
    from movable_balances b cross join lateral money_transfer_limits_of(b.customer_id) l
    where b.account_id = ${account_id}`
  if (!from) throw notFound('Il condominio')
  if (from.refusal) throw refused(from.refusal)
  const payer =
    from.way === 'file' ? { payer_name: from.payer_name, payer_iban: from.payer_iban } : { payer_name: null }
  const [row] = await orRefused(tx<{ money_transfer_id: number }[]>`
    insert into money_transfers (customer_id, account_id, way, provider_account, destination, amount, iban, beneficiary,
      payer_name, payer_iban, reason, requested_by, requested_by_name, idempotency_key, request_hash)
    values (${from.customer_id}, ${account_id}, ${from.way}, ${from.provider_account}, ${from.destination}, ${amount},
      ${from.iban}, ${from.name.slice(0, 70)}, ${payer.payer_name}, ${from.way === 'file' ? from.payer_iban : null},
      ${reason}, actor_user_id(), actor_nominative(), ${key.idempotency_key}, ${key.request_hash})
    returning money_transfer_id`)
  return row?.money_transfer_id as number
}

async function transferOfForm(tx: Tx, key: RequestKey): Promise<number | null> {
  if (key.idempotency_key === null) return null
  const [row] = await tx<{ money_transfer_id: number; request_hash: string | null; reference: string }[]>`
    select money_transfer_id, request_hash, reference from money_transfers
    where idempotency_key = ${key.idempotency_key} and requested_by = actor_user_id()`
  if (!row) return null
  requireSameRequest(row.request_hash, key, `è già stato chiesto un altro spostamento, ${row.reference}`)
  return row.money_transfer_id
}
