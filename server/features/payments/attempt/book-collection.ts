import { methodInSentence } from '@saldo/domain/payments/payment-method'
import type Stripe from 'stripe'
import type { Tx } from '../../../db/connection.ts'
import { moved, post } from '../../../ledger/ledger.ts'
import { ownerIds } from '../../../ledger/owner-ids.ts'
import { postConnectedMoney } from '../../../ledger/post-connected-money.ts'
import { connectedMoney } from '../../../provider/connected-money.ts'
import type { Services } from '../../../services.ts'
import { allocationLines, firstSettled } from '../allocate/allocate-payment.ts'
import * as sql from './apply-intent.sql.ts'
import type { LockedAttempt } from './locked-attempt.ts'

/**
 * Posts the money that arrived, the provider's fee, and the transfer to a connected account. The provider may write fee
 * and transfer a moment after the charge: then a job asks for them.
 */
export async function bookCollection(
  services: Services,
  tx: Tx,
  attempt: LockedAttempt,
  intent: Stripe.PaymentIntent,
): Promise<void> {
  await post(
    tx,
    {
      ...{ ...ownerIds(attempt), source: `attempt:${attempt.attempt_id}`, kind: 'collection' },
      description: `Incasso ${methodInSentence(attempt.method)}, ${attempt.bill_number}`,
    },
    [
      { ledger_account: 'provider_transit', amount: attempt.amount },
      ...allocationLines(firstSettled(attempt.parts)),
    ],
  )
  const charge = sql.chargeOf(intent)
  if (charge) await bookCharge(tx, attempt, charge)
  if (attempt.destination !== null && !(charge && connectedMoney(charge)))
    await services.queue.enqueue(tx, 'book-transfer', { attempt_id: attempt.attempt_id })
}

/** Posts fee and transfer of a charge, as far as the ledger does not have them. */
export async function bookCharge(tx: Tx, attempt: LockedAttempt, charge: Stripe.Charge): Promise<void> {
  await bookFee(tx, attempt, charge)
  if (attempt.destination === null) return
  const money = connectedMoney(charge)
  if (money) await postConnectedMoney(tx, ownerIds(attempt), money)
  await sql.noteTransfer(tx, attempt, money !== null)
}

/** The provider's fee: paid by the platform for connected accounts, else by the office. */
async function bookFee(
  tx: Tx,
  attempt: LockedAttempt,
  { balance_transaction }: Stripe.Charge,
): Promise<void> {
  const fee = balance_transaction && typeof balance_transaction === 'object' ? balance_transaction.fee : 0
  if (fee <= 0) return
  const posted = await post(
    tx,
    {
      ...{ ...ownerIds(attempt), source: `attempt:${attempt.attempt_id}`, kind: 'collection_fee' },
      description: `Commissione, ${attempt.bill_number}`,
    },
    moved('provider_transit', attempt.destination === null ? 'collection_fees' : 'platform', fee),
  )
  if (posted) await sql.setFee(tx, attempt, fee)
}
