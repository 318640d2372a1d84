import * as contract from '@saldo/contract/registry/provider-accounts'
import { formatEuro } from '@saldo/domain/money'
import Stripe from 'stripe'
import type { Tx } from '../../db/connection.ts'
import { conflict } from '../../http/errors.ts'
import { recordCustomer } from '../../http/record-customer.ts'
import { serveAcross } from '../../http/serve.ts'
import { askProvider, isGone } from '../../provider/ask-provider.ts'
import type { Services } from '../../services.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { clearAccount } from './apply-account.ts'
import { lockAccount, viewAccount, type Whose } from './provider-account.sql.ts'
import { mustBeConfigured, noAccount, requireOwner } from './refusals.ts'

/**
 * Closes the account at the provider. New payments can no longer use it from the first step on. Refused while a payment
 * to it is open or it has a balance; then it is reopened.
 */
export const deleteProviderAccount = serveAcross(
  contract.deleteProviderAccount,
  async ({ services, as, actor, params, body }) => {
    const { provider_account } = body
    requireOwner(actor)
    mustBeConfigured(services, provider_account)
    const whose = { customer_id: params.id, provider_account }
    const { destination, by } = await as(async (tx, who) => {
      await recordCustomer(tx, who, params.id)
      return { destination: await beginClosing(tx, whose), by: await actorName(tx) }
    })
    try {
      await closeAtProvider(services, whose, destination)
    } catch (error) {
      await services.asSystem((tx) => stopClosing(tx, whose))
      if (error instanceof Stripe.errors.StripeInvalidRequestError)
        throw conflict(
          'not_closed',
          'Il provider non lo chiude ancora: c’è denaro in transito. Riprova fra qualche giorno.',
        )
      throw error
    }
    await services.asSystem((tx) => clearAccount(services, tx, whose, destination, by))
    return as((tx) => viewAccount(tx, whose))
  },
)

async function beginClosing(tx: Tx, whose: Whose): Promise<string> {
  const stored = await lockAccount(tx, whose)
  const destination = stored.account_destination
  if (!destination) throw noAccount()
  const open = await openPaymentsTo(tx, whose, destination)
  if (open > 0)
    throw conflict(
      'payments_open',
      open === 1
        ? 'Un pagamento verso questo account è in corso: aspetta che finisca.'
        : `${open} pagamenti verso questo account sono in corso: aspetta che finiscano.`,
    )
  await tx`
    update provider_accounts set closing_at = now()
    where customer_id = ${whose.customer_id} and provider_account = ${whose.provider_account}`
  return destination
}

async function openPaymentsTo(tx: Tx, { customer_id, provider_account }: Whose, destination: string) {
  const [row] = await tx`
    select count(*)::int as count from payments p
    join payment_attempts t on t.customer_id = p.customer_id and t.payment_id = p.payment_id
    where p.customer_id = ${customer_id} and p.state in ('created', 'requires_action', 'processing', 'unknown')
      and t.provider_account = ${provider_account} and t.request #>> '{transfer_data,destination}' = ${destination}`
  return row?.count as number
}

async function stopClosing(tx: Tx, { customer_id, provider_account }: Whose): Promise<void> {
  await tx`
    update provider_accounts set closing_at = null
    where customer_id = ${customer_id} and provider_account = ${provider_account}`
}

async function closeAtProvider(services: Services, whose: Whose, destination: string): Promise<void> {
  const { stripe } = services.providers.get(whose.provider_account)
  try {
    const balance = await askProvider(() => stripe.balance.retrieve({}, { stripeAccount: destination }))
    const left = [...balance.available, ...balance.pending].reduce((sum, part) => sum + part.amount, 0)
    if (left !== 0)
      throw conflict(
        'balance_not_zero',
        left > 0
          ? `Sull’account ci sono ancora ${formatEuro(left)}: si chiude dopo il versamento in banca.`
          : `L’account deve ancora ${formatEuro(-left)}: si chiude quando torna in pari.`,
      )
    await askProvider(() => stripe.accounts.del(destination))
  } catch (error) {
    // An earlier try closed it, but its answer was lost.
    if (!isGone(error)) throw error
  }
}
