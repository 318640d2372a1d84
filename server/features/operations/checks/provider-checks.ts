import { providerAccountLabels } from '@saldo/domain/payments/provider-account'
import Stripe from 'stripe'
import type { Provider, ProviderAccount } from '../../../provider/providers.ts'
import type { Services } from '../../../services.ts'
import { worst } from '../worst.ts'
import type { Check, Finding, Part } from './check.ts'
import { reasonOf } from './reason-of.ts'

const hasProvider = ({ providers }: Services) => providers.configured.length > 0

type Answer = { state: Finding['state']; figure: number; note?: string | null }

/** Asks each account of ours at the provider; an account that does not answer is unknown, and the others still count. */
async function eachAccount(
  { providers }: Services,
  ask: (provider: Provider) => Promise<Answer>,
  sum: (figures: number[]) => number = (figures) => figures.reduce((one, other) => one + other, 0),
): Promise<Finding> {
  const answers = await Promise.all(
    providers.configured.map(async (account) => {
      const answer = await ask(providers.get(account)).catch((error) => ({
        ...{ state: 'unknown' as const, figure: null, note: reasonOf(error) },
      }))
      return { account, ...answer }
    }),
  )
  const known = answers.flatMap(({ figure }) => figure ?? [])
  const failed = answers.find(({ state }) => state === 'unknown')
  return {
    state: worst(answers.map(({ state }) => state)),
    figure: known.length > 0 ? sum(known) : null,
    parts: answers.map(
      ({ account, figure, note }): Part => ({ name: nameOf(account), figure, note: note ?? null }),
    ),
    why: failed?.note ?? null,
  }
}

const nameOf = (account: ProviderAccount) => providerAccountLabels[account]

const provider: Check = {
  code: 'provider',
  seconds: 12,
  applies: hasProvider,
  look: async ({ services }) => {
    const { parts = [], state } = await eachAccount(services, async ({ stripe }) => {
      await stripe.balance.retrieve()
      return { state: 'ok', figure: 0 }
    })
    const silent = parts.find(({ note }) => note)
    return {
      // Here no answer is what the check asks about.
      state: state === 'ok' ? 'ok' : 'broken',
      parts: parts.map(({ name, note }) => ({ name, figure: null, note: note ?? 'risponde' })),
      why: silent?.note ?? null,
    }
  },
}

const providerAccount: Check = {
  code: 'provider_account',
  seconds: 12,
  every_minutes: 10,
  applies: hasProvider,
  look: ({ services }) =>
    eachAccount(services, async ({ stripe }) => {
      const account = await stripe.accounts.retrieveCurrent()
      const { currently_due = [], past_due = [], disabled_reason = null } = account.requirements ?? {}
      const open = new Set([...(currently_due ?? []), ...(past_due ?? [])]).size
      const blocked =
        Boolean(disabled_reason) || (past_due ?? []).length > 0 || account.charges_enabled === false
      return {
        state: blocked ? 'broken' : open > 0 ? 'attention' : 'ok',
        figure: open,
        note: blocked ? 'incassi o accrediti bloccati' : open > 0 ? 'dati da completare' : null,
      }
    }),
}

const providerBalance: Check = {
  code: 'provider_balance',
  seconds: 12,
  every_minutes: 10,
  applies: hasProvider,
  look: ({ services }) =>
    eachAccount(services, async ({ stripe }) => {
      const { available, pending } = await stripe.balance.retrieve()
      const [now, later] = [euros(available), euros(pending)]
      return {
        state: now >= 0 ? 'ok' : now + later < 0 ? 'broken' : 'attention',
        figure: now,
        note: now < 0 ? 'negativo' : null,
      }
    }),
}
const euros = (parts: readonly { amount: number; currency: string }[]) =>
  parts.filter(({ currency }) => currency === 'eur').reduce((sum, { amount }) => sum + amount, 0)

const providerVersion: Check = {
  code: 'provider_version',
  seconds: 12,
  every_minutes: 60,
  applies: hasProvider,
  look: ({ services }) =>
    eachAccount(services, async ({ stripe }) => {
      const { lastResponse } = await stripe.balance.retrieve()
      const answered = lastResponse.headers['stripe-version'] ?? lastResponse.apiVersion
      const right = answered === Stripe.API_VERSION
      return {
        state: right ? 'ok' : 'attention',
        figure: right ? 0 : 1,
        note: right ? Stripe.API_VERSION : `risponde con un’altra versione di ${Stripe.API_VERSION}`,
      }
    }),
}

const webhookEndpoint: Check = {
  code: 'webhook_endpoint',
  seconds: 12,
  every_minutes: 10,
  applies: hasProvider,
  look: ({ services }) =>
    eachAccount(services, async ({ account, stripe }) => {
      const { data } = await stripe.webhookEndpoints.list({ limit: 100 })
      const path = `/v1/stripe/webhook/${account}`
      const ours = data.filter(({ url }) => URL.canParse(url) && new URL(url).pathname.endsWith(path))
      const disabled = ours.filter(({ status }) => status !== 'enabled').length
      const none = ours.length === disabled
      return {
        state: none ? 'broken' : disabled > 0 ? 'attention' : 'ok',
        figure: Math.max(disabled, none ? 1 : 0),
        note: ours.length === 0 ? 'nessun webhook verso di noi' : disabled > 0 ? 'disattivato' : null,
      }
    }),
}

export const providerChecks: readonly Check[] = [
  webhookEndpoint,
  provider,
  providerAccount,
  providerBalance,
  providerVersion,
]
