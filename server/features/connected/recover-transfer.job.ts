import { formatEuro } from '@saldo/domain/money'
import Stripe from 'stripe'
import type { Tx } from '../../db/connection.ts'
import type { JobHandler } from '../../jobs/jobs.ts'
import type { Services } from '../../services.ts'
import { recordPaymentEvent } from '../../timeline/payment-event.ts'
import { bookTransferOf } from './book-transfer.job.ts'
import { mailOfficeDebt } from './mail-office-debts.job.ts'
import {
  applyRefusal,
  applyReturn,
  applyReversal,
  lockRecovery,
  type Recovery,
  readRecovery,
} from './recoveries.sql.ts'

/**
 * Takes disputed money back from a connected account, or returns money to it. No transaction is open during provider
 * calls. First looks at the provider for the effect of an earlier call whose answer was lost. Throws if the provider
 * does not answer; then the sweep polls.
 */
export const recoverTransfer: JobHandler<'recover-transfer'> = async (services, { recovery_id }) => {
  const recovery = await services.asSystem((tx) => readRecovery(tx, recovery_id))
  // The ledger must know the transfer before its reversal.
  await bookTransferOf(services, recovery.attempt_id)
  const { state } = await services.asSystem((tx) => readRecovery(tx, recovery_id))
  if (state === 'reversing') await takeBack(services, recovery_id)
  const after = await services.asSystem((tx) => readRecovery(tx, recovery_id))
  if (after.state === 'returning') await giveBack(services, after)
  await services.asSystem((tx) => conclude(services, tx, recovery_id))
}

async function takeBack(services: Services, recovery_id: number): Promise<void> {
  const transfer = await transferOf(services, recovery_id)
  if (!transfer) return refuse(services, recovery_id, 'no_transfer')
  const recovery = await services.asSystem((tx) => readRecovery(tx, recovery_id))
  if (recovery.asking === 0) return
  const left = transfer.amount - transfer.amount_reversed
  let failure_code = 'transfer_already_reversed'
  for await (const amount of amountsToTry(services, recovery, Math.min(left, recovery.asking))) {
    const taken = await requestTransferReversal(services, recovery, transfer.id, amount)
    if ('failure_code' in taken) {
      failure_code = taken.failure_code
      continue
    }
    await applyTaken(services, recovery_id, taken)
    break
  }
  await refuse(services, recovery_id, failure_code)
}

/** The charge's transfer in its current state. Applies reversals for this recovery that we had not heard of. */
async function transferOf(services: Services, recovery_id: number): Promise<Stripe.Transfer | null> {
  const recovery = await services.asSystem((tx) => readRecovery(tx, recovery_id))
  const { stripe } = services.providers.get(recovery.provider_account)
  const { transfer } = await stripe.charges.retrieve(recovery.charge, { expand: ['transfer'] })
  if (!transfer || typeof transfer === 'string') return null
  for await (const reversal of stripe.transfers.listReversals(transfer.id, { limit: 100 }))
    if (reversal.metadata?.recovery_id === String(recovery_id))
      await applyTaken(services, recovery_id, reversal)
  return transfer
}

/** Amounts to try: the wanted one; if the account has less, its balance with pending money, then without. */
async function* amountsToTry(services: Services, recovery: Recovery, wanted: number): AsyncGenerator<number> {
  if (wanted <= 0) return
  yield wanted
  const { stripe } = services.providers.get(recovery.provider_account)
  const { available, pending } = await stripe.balance.retrieve({}, { stripeAccount: recovery.destination })
  const cents = (part: Stripe.Balance.Available[]) =>
    part.find(({ currency }) => currency === 'eur')?.amount ?? 0
  const there = [cents(available) + cents(pending), cents(available)]
  const smaller = there.filter((amount) => amount > 0 && amount < wanted)
  yield* new Set(smaller.sort((a, b) => b - a))
}

async function requestTransferReversal(
  services: Services,
  { recovery_id, payment_id, round, provider_account }: Recovery,
  transfer: string,
  amount: number,
): Promise<{ id: string; amount: number } | { failure_code: string }> {
  const { stripe } = services.providers.get(provider_account)
  try {
    return await stripe.transfers.createReversal(
      transfer,
      { amount, metadata: { recovery_id: String(recovery_id), payment_id: String(payment_id) } },
      { idempotencyKey: `recovery_${recovery_id}_${round}_${amount}` },
    )
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    return { failure_code: error.code ?? 'refused' }
  }
}

const applyTaken = (services: Services, recovery_id: number, reversal: { id: string; amount: number }) =>
  services.asSystem(async (tx) => {
    const recovery = await lockRecovery(tx, recovery_id)
    const before = recovery.reversed
    await applyReversal(tx, recovery, reversal)
    if (recovery.reversed > before)
      await say(tx, recovery, `Ripresi dal conto collegato: ${formatEuro(reversal.amount)}`)
  })

const refuse = (services: Services, recovery_id: number, failure_code: string) =>
  services.asSystem(async (tx) => {
    const recovery = await lockRecovery(tx, recovery_id)
    const { asking } = recovery
    if (asking === 0) return
    await applyRefusal(tx, recovery, failure_code)
    await say(
      tx,
      recovery,
      `Il conto collegato non ha capienza: ${formatEuro(asking)} restano a debito dello studio`,
    )
  })

/**
 * Returns money by a new transfer. Its transfer group names this recovery, so that a transfer whose answer was lost is
 * found.
 */
async function giveBack(services: Services, recovery: Recovery): Promise<void> {
  const { stripe } = services.providers.get(recovery.provider_account)
  const { recovery_id, payment_id, attempt_id, destination, checks } = recovery
  const transfer_group = `recovery_${recovery_id}`
  for await (const made of stripe.transfers.list({ transfer_group, limit: 100 }))
    await storeReturn(services, recovery_id, made)
  const now = await services.asSystem((tx) => readRecovery(tx, recovery_id))
  if (now.state !== 'returning') return
  try {
    const made = await stripe.transfers.create(
      {
        ...{ amount: now.to_return - now.returned, currency: 'eur', destination, transfer_group },
        description: 'Saldo: denaro che torna al conto',
        metadata: {
          recovery_id: String(recovery_id),
          payment_id: String(payment_id),
          attempt_id: String(attempt_id),
        },
      },
      // The provider also remembers refusals by idempotency key, so each attempt uses a key of its own.
      { idempotencyKey: `recovery_${recovery_id}_back_${now.returned}_${checks}` },
    )
    await storeReturn(services, recovery_id, made)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    services.log.warn({ recovery_id, err: error }, 'a connected account does not get its money back yet')
    const failure_code = error.code ?? 'refused'
    await services.asSystem(
      (tx) =>
        tx`update transfer_recoveries set failure_code = ${failure_code} where recovery_id = ${recovery_id}`,
    )
  }
}

const storeReturn = (services: Services, recovery_id: number, transfer: { id: string; amount: number }) =>
  services.asSystem(async (tx) => {
    const recovery = await lockRecovery(tx, recovery_id)
    const before = recovery.returned
    await applyReturn(tx, recovery, transfer)
    if (recovery.returned > before)
      await say(tx, recovery, `Tornati al conto collegato: ${formatEuro(transfer.amount)}`)
  })

/** The recovery has ended: stops polling it, and mails the office what it owes. */
async function conclude(services: Services, tx: Tx, recovery_id: number): Promise<void> {
  const recovery = await lockRecovery(tx, recovery_id)
  if (recovery.state === 'reversing' || recovery.state === 'returning') return
  await tx`
    update transfer_recoveries
    set next_check_at = null, owed_since = case when owed > 0 then coalesce(owed_since, today()) else owed_since end
    where recovery_id = ${recovery_id}`
  if (recovery.state === 'open' && recovery.dunned === 0) await mailOfficeDebt(services, tx, recovery_id)
}

const say = (tx: Tx, { customer_id, bill_id, payment_id }: Recovery, text: string) =>
  recordPaymentEvent(tx, {
    ...{ customer_id, bill_id: bill_id as number, payment_id, kind: 'recovered', text, actor: 'sistema' },
  })
