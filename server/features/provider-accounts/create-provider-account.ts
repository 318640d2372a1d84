import * as contract from '@saldo/contract/registry/provider-accounts'
import Stripe from 'stripe'
import type { As } from '../../http/actor.ts'
import { conflict } from '../../http/errors.ts'
import { recordCustomer } from '../../http/record-customer.ts'
import { serveAcross } from '../../http/serve.ts'
import { askProvider } from '../../provider/ask-provider.ts'
import type { ProviderAccount } from '../../provider/providers.ts'
import type { Services } from '../../services.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { storeAccount } from './apply-account.ts'
import { createOnboardingLink } from './create-onboarding-link.ts'
import { accountRequest, customerDetails } from './customer-details.ts'
import { lockAccount, type StoredAccount, viewAccount } from './provider-account.sql.ts'
import { detailsRefused, mustBeConfigured, requireOwner } from './refusals.ts'
import { tellOfProviderAccount } from './tell-of-provider-account.ts'

/**
 * Creates the customer's account once, even with several requests at the same time, and returns the provider's page
 * where its holder continues. The request is stored before it is sent: after a lost answer it is repeated with the same
 * key.
 */
export const createProviderAccount = serveAcross(
  contract.createProviderAccount,
  async ({ services, as, actor, params, body }) => {
    const { provider_account } = body
    requireOwner(actor)
    mustBeConfigured(services, provider_account)
    const whose = { customer_id: params.id, provider_account }
    const { stored, by } = await recordRequest(as, params.id, provider_account)
    const opened = !stored.account_destination
    if (opened) await makeAccount(services, stored, by)
    const onboarding_url = await createOnboardingLink(services, whose, { by, opened })
    return { ...(await as((tx) => viewAccount(tx, whose))), onboarding_url }
  },
)

const recordRequest = (as: As, id: number, provider_account: ProviderAccount): Promise<Recorded> =>
  as(async (tx, actor) => {
    const customer_id = await recordCustomer(tx, actor, id)
    const by = await actorName(tx)
    const stored = await lockAccount(tx, { customer_id, provider_account })
    if (stored.closing_at) throw conflict('closing', 'L’account si sta chiudendo: aspetta un momento.')
    if (stored.account_destination || stored.request) return { stored, by }
    const request = accountRequest(stored, await customerDetails(tx, customer_id))
    await tx`
      update provider_accounts set request = ${tx.json(request as never)}, requested_at = now()
      where customer_id = ${customer_id} and provider_account = ${provider_account}`
    return { stored: { ...stored, request, requested_at: new Date().toISOString() }, by }
  })

/** `by`: the name of who asks. */
type Recorded = { stored: StoredAccount; by: string }

/** The provider forgets idempotency keys after a day: for older requests, first look whether the account exists. */
const keyLastsHours = 23

async function makeAccount(services: Services, stored: StoredAccount, by: string): Promise<void> {
  const { customer_id, provider_account } = stored
  const asked_at = new Date().toISOString()
  const account = (await alreadyMade(services, stored)) ?? (await make(services, stored))
  await services.asSystem(async (tx) => {
    const { count } = await tx`
      update provider_accounts set account_destination = ${account.id}, state = 'created', updated_at = now()
      where customer_id = ${customer_id} and provider_account = ${provider_account} and account_destination is null`
    // Two tabs may send the same request. Only the one that stored the account tells of it.
    if (count > 0)
      await tellOfProviderAccount(services, tx, stored, {
        dedupe_key: `opened:${account.id}`,
        title: 'Aperto un account per gli incassi',
        what: `${by} ha aperto per lo studio un account presso il provider dei pagamenti: quando è completo, carte e addebiti dei condòmini arrivano lì.`,
      })
    await storeAccount(services, tx, stored, account, asked_at)
  })
}

async function alreadyMade(services: Services, stored: StoredAccount): Promise<Stripe.Account | null> {
  const requested = Date.parse(stored.requested_at as string)
  if (Date.now() - requested < keyLastsHours * 3_600_000) return null
  const { stripe } = services.providers.get(stored.provider_account)
  return askProvider(async () => {
    const since = Math.floor(requested / 1000) - 60
    for await (const account of stripe.accounts.list({ created: { gte: since }, limit: 100 }))
      if (account.metadata?.customer_id === String(stored.customer_id)) return account
    return null
  })
}

async function make(services: Services, stored: StoredAccount): Promise<Stripe.Account> {
  const { customer_id, provider_account, generation, request } = stored
  const { stripe } = services.providers.get(provider_account)
  const idempotencyKey = `acct_${customer_id}_${generation}`
  for (let tries = 0; ; tries += 1) {
    try {
      return await stripe.accounts.create(request as Stripe.AccountCreateParams, { idempotencyKey })
    } catch (error) {
      // A request from another tab is in progress: use its answer.
      if (!isInFlight(error) || tries === 10) return refuse(services, stored, error)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
}

const isInFlight = (error: unknown) =>
  error instanceof Stripe.errors.StripeError && (error.statusCode === 409 || error.code === 'lock_timeout')

/** Forgets a refused request: the next try is built from the customer's then current data. */
async function refuse(services: Services, stored: StoredAccount, error: unknown): Promise<never> {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError))
    return askProvider(() => Promise.reject(error))
  await services.asSystem(
    (tx) => tx`
      update provider_accounts set request = null, requested_at = null, generation = generation + 1
      where customer_id = ${stored.customer_id} and provider_account = ${stored.provider_account}
        and generation = ${stored.generation} and account_destination is null`,
  )
  throw detailsRefused(error)
}
