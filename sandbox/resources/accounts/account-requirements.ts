import type Stripe from 'stripe'

/** What each requirement checks. */
const requirements: Record<string, (account: Stripe.Account) => unknown> = {
  business_type: (account) => account.business_type,
  'business_profile.product_description': (account) =>
    account.business_profile?.product_description ?? account.business_profile?.url,
  external_account: (account) => account.external_accounts?.data[0],
  'tos_acceptance.date': (account) => account.tos_acceptance?.date,
  'tos_acceptance.ip': (account) => account.tos_acceptance?.ip,
  'company.name': (account) => account.business_type === 'individual' || account.company?.name,
  'company.tax_id': (account) => account.business_type === 'individual' || account.company?.tax_id_provided,
  'individual.first_name': (account) =>
    account.business_type !== 'individual' || account.individual?.first_name,
  'individual.last_name': (account) =>
    account.business_type !== 'individual' || account.individual?.last_name,
}

/** The missing requirements, by Stripe's names. */
export function missing(account: Stripe.Account): string[] {
  return Object.keys(requirements).filter((name) => !requirements[name]?.(account))
}

/** Computes the requirements and, from them, the account's capabilities. */
export function withRequirements(account: Stripe.Account): Stripe.Account {
  const due = missing(account)
  const complete = due.length === 0
  const state = complete ? 'active' : 'inactive'
  const capabilities = Object.fromEntries(
    Object.keys(account.capabilities ?? {}).map((name) => [name, state]),
  ) as Stripe.Account.Capabilities
  const required = {
    alternatives: [],
    current_deadline: null,
    currently_due: due,
    disabled_reason: complete ? null : ('requirements.past_due' as const),
    errors: [],
    eventually_due: due,
    past_due: due,
    pending_verification: [],
  }
  return {
    ...account,
    capabilities,
    charges_enabled: complete && Object.keys(capabilities).some((name) => name.endsWith('_payments')),
    details_submitted: complete,
    future_requirements: {
      ...required,
      currently_due: [],
      disabled_reason: null,
      eventually_due: [],
      past_due: [],
    },
    payouts_enabled: complete,
    requirements: required,
  }
}
