import Stripe from 'stripe'
import { askProvider } from '../../provider/ask-provider.ts'
import type { ProviderAccount } from '../../provider/providers.ts'
import type { Services } from '../../services.ts'
import { findAccount, type Whose } from './provider-account.sql.ts'
import { tellOfProviderAccount } from './tell-of-provider-account.ts'

/**
 * The provider's page where the holder adds or changes data; valid once, for a few minutes. Null when there is no
 * account, or the provider has no page for it. Whoever has the page can change the bank account, so the office is told,
 * once an hour of each person.
 * @param by the name of who asks
 * @param opened the account was opened for the same request, and told
 */
export async function createOnboardingLink(
  services: Services,
  whose: Whose,
  { by, opened }: { by: string; opened: boolean },
): Promise<string | null> {
  const stored = await services.asSystem((tx) => findAccount(tx, whose))
  const account = stored?.account_destination
  if (!stored || !account || stored.state === 'disabled') return null
  const { stripe } = services.providers.get(whose.provider_account)
  const link = await askProvider(() =>
    stripe.accountLinks.create({
      account,
      type: stored.details_submitted ? 'account_update' : 'account_onboarding',
      collection_options: { fields: 'eventually_due' },
      return_url: screen(services, whose.provider_account, 'torna'),
      refresh_url: screen(services, whose.provider_account, 'continua'),
    }),
  ).catch((error: unknown) => {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    services.log.warn({ err: error, ...whose }, 'the provider gives no page for an account')
    return null
  })
  if (!link) return null
  const hour = new Date().toISOString().slice(0, 13)
  await services.asSystem(async (tx) => {
    await tx`
      update provider_accounts
      set link_given_at = now(), state = case when state = 'created' then 'onboarding' else state end
      where customer_id = ${whose.customer_id} and provider_account = ${whose.provider_account}
        and account_destination = ${account}`
    if (!opened)
      await tellOfProviderAccount(services, tx, whose, {
        dedupe_key: `page:${account}:${by}:${hour}`,
        title: 'Chiesta la pagina dell’account incassi',
        what: `${by} ha aperto la pagina del provider dove si cambiano i dati dell’account su cui arrivano gli incassi dello studio, anche il conto in banca.`,
      })
  })
  return link.url
}

/** The page to which the provider sends the holder back, after they finished or when the link has expired. */
const screen = (services: Services, provider_account: ProviderAccount, why: 'torna' | 'continua') =>
  `${services.env.PUBLIC_URL}/#/account-incassi?conto=${provider_account}&${why}=1`
