import * as contract from '@saldo/contract/registry/provider-accounts'
import Stripe from 'stripe'
import type { Tx } from '../../db/connection.ts'
import { omitUndefined } from '../../db/omit-undefined.ts'
import { forbidden } from '../../http/errors.ts'
import { recordCustomer } from '../../http/record-customer.ts'
import { serveAcross } from '../../http/serve.ts'
import { askProvider } from '../../provider/ask-provider.ts'
import type { Services } from '../../services.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { storeAccount } from './apply-account.ts'
import { createOnboardingLink } from './create-onboarding-link.ts'
import { customerDetails, type Details } from './customer-details.ts'
import {
  findAccount,
  lockAccount,
  type StoredAccount,
  viewAccount,
  type Whose,
} from './provider-account.sql.ts'
import { detailsRefused, mustBeConfigured, noAccount, requireOffice, requireOwner } from './refusals.ts'

/**
 * A request with a fee sets the fee, without a provider call: the back office's act. A request without one sends the
 * customer's data again: the office's.
 */
export const updateProviderAccount = serveAcross(
  contract.updateProviderAccount,
  async ({ services, as, actor, params, body }) => {
    const { provider_account, ...fee } = body
    requireOwner(actor)
    mustBeConfigured(services, provider_account)
    const whose = { customer_id: params.id, provider_account }
    if (Object.keys(fee).length > 0) {
      if (actor.role !== 'super_user') throw forbidden()
      return as(async (tx, who) => {
        await recordCustomer(tx, who, params.id)
        await setFee(tx, whose, fee)
        return { ...(await viewAccount(tx, whose)), onboarding_url: null }
      })
    }
    const { stored, details, by } = await as(async (tx, who) => {
      await recordCustomer(tx, who, params.id)
      requireOffice(actor)
      const details = await customerDetails(tx, params.id)
      return { stored: await findAccount(tx, whose), details, by: await actorName(tx) }
    })
    if (!stored?.account_destination) throw noAccount()
    await sendDetails(services, stored, details)
    const onboarding_url = await createOnboardingLink(services, whose, { by, opened: false })
    return { ...(await as((tx) => viewAccount(tx, whose))), onboarding_url }
  },
)

async function setFee(tx: Tx, whose: Whose, fee: { fee_bps?: number; fee_fixed?: number }): Promise<void> {
  await lockAccount(tx, whose)
  await tx`
    update provider_accounts set ${tx(omitUndefined({ ...fee }))}, updated_at = now()
    where customer_id = ${whose.customer_id} and provider_account = ${whose.provider_account}`
}

/** The business type cannot be changed: the provider does not allow it. */
async function sendDetails(services: Services, stored: StoredAccount, details: Details): Promise<void> {
  const { stripe } = services.providers.get(stored.provider_account)
  const { business_type: _decided, ...changeable } = details
  const asked_at = new Date().toISOString()
  try {
    const account = await askProvider(() =>
      stripe.accounts.update(stored.account_destination as string, changeable),
    )
    await services.asSystem((tx) => storeAccount(services, tx, stored, account, asked_at))
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) throw detailsRefused(error)
    throw error
  }
}
