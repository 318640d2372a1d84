import { highestFee } from '@saldo/domain/payments/application-fee'
import { z } from 'zod'
import { endpoint, IdParams, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { providerAccounts } from '../payments/payments.ts'

/**
 * none: does not exist; created: its holder has not started the form; onboarding: started; restricted: data are missing
 * or being verified; active: can receive payments; disabled: closed by the provider.
 */
export const providerAccountStates = [
  'none',
  'created',
  'onboarding',
  'restricted',
  'active',
  'disabled',
] as const

const Missing = z.object({
  code: z.string().meta({ description: 'As the provider calls it' }),
  sentence: z.string().meta({ description: 'What is asked, in Italian' }),
  urgency: z.enum(['past_due', 'currently_due', 'pending_verification']),
})
const Capability = z.object({
  name: z.string(),
  label: z.string(),
  state: z.enum(['active', 'pending', 'inactive']),
})

/** A customer's connected account at the provider, which receives its condominiums' payments. */
export const ProviderAccount = z
  .object({
    customer_id: z.number(),
    provider_account: z.enum(providerAccounts),
    account_destination: z.string().nullable().meta({ description: 'The provider’s id, acct_…' }),
    state: z.enum(providerAccountStates),
    missing: z.array(Missing).meta({ description: 'What is still asked, the most urgent first' }),
    deadline: fields.Instant.nullable().meta({ description: 'Until when what is missing may be given' }),
    disabled_reason: z.string().nullable().meta({ description: 'Italian sentence' }),
    capabilities: z.array(Capability),
    details_submitted: z.boolean(),
    charges_enabled: z.boolean(),
    payouts_enabled: z.boolean(),
    bank_last4: z.string().nullable(),
    fee_bps: z.number().meta({ description: 'Basis points of each payment that the platform keeps' }),
    fee_fixed: z.number().meta({ description: 'Cents of each payment that the platform keeps' }),
    keeps_own: z
      .number()
      .meta({ description: 'Condominiums with a destination of their own, which this account does not get' }),
    asked_at: fields.Instant.nullable().meta({ description: 'When the provider last said so' }),
    updated_at: fields.Instant.nullable(),
  })
  .meta({ id: 'ProviderAccount' })
export type ProviderAccount = z.infer<typeof ProviderAccount>

/** The account, and the address of the provider's page if the holder has to do something there. */
const ProviderAccountAndLink = ProviderAccount.extend({
  onboarding_url: z.string().nullable().meta({ description: 'Good once, for a few minutes' }),
})
export type ProviderAccountAndLink = z.infer<typeof ProviderAccountAndLink>

const which = z.enum(providerAccounts).default('stripe')
const refuses = {
  404: 'no such customer, or not yours',
  503: 'the provider does not answer',
} as const

export const retrieveProviderAccount = endpoint('GET /v1/stripe/account/retrieve/{id}', {
  summary: 'A customer’s account at the provider, asked anew; id is the customer’s',
  allow: staff,
  permission: 'payments:read',
  scope: 'whole_office',
  params: IdParams('customer'),
  query: z.object({ provider_account: which }),
  reply: ProviderAccount,
  refuses: { 404: refuses[404], 409: 'this provider account of ours is not configured' },
})
export const createProviderAccount = endpoint('POST /v1/stripe/account/create/{id}', {
  summary:
    'Make the customer’s account, once, with what is known of the customer; again: go on where one stopped. Only the office itself: the page that it answers with sets the bank account',
  allow: ['customer'],
  permission: 'office:write',
  scope: 'whole_office',
  step_up: true,
  params: IdParams('customer'),
  body: z.object({ provider_account: which }).prefault({}),
  reply: ProviderAccountAndLink,
  refuses: { ...refuses, 409: 'being made or closed just now, or what is known of the customer is refused' },
})
export const updateProviderAccount = endpoint('POST /v1/stripe/account/update/{id}', {
  summary:
    'Set the platform’s fee (super users), or send the customer’s details again and answer with the page for the rest (the office itself: the page also sets the bank account)',
  allow: staff,
  permission: 'office:write',
  scope: 'whole_office',
  impersonation: 'refused',
  step_up: true,
  params: IdParams('customer'),
  body: z
    .object({
      provider_account: which,
      fee_bps: z
        .number()
        .int('Scrivi punti base interi: 150 sono l’1,5 %.')
        .min(0, 'La commissione non può essere negativa.')
        .max(highestFee.fee_bps, 'La commissione non può superare il 10 %.')
        .optional(),
      fee_fixed: z
        .number()
        .int()
        .min(0, 'La commissione non può essere negativa.')
        .max(highestFee.fee_fixed, 'La parte fissa non può superare 10,00 €.')
        .optional()
        .meta({ description: 'Cents' }),
    })
    .prefault({}),
  reply: ProviderAccountAndLink,
  refuses: {
    ...refuses,
    409: 'there is no account, what is known of the customer is refused, or a super user asks for the page',
  },
})
export const deleteProviderAccount = endpoint('POST /v1/stripe/account/delete/{id}', {
  summary: 'Close the customer’s account: refused while payments are under way or its balance is not zero',
  allow: staff,
  permission: 'office:write',
  scope: 'whole_office',
  step_up: true,
  params: IdParams('customer'),
  body: z.object({ provider_account: which }).prefault({}),
  reply: ProviderAccount,
  refuses: { ...refuses, 409: 'there is none, payments are under way, or its balance is not zero' },
})

export const providerProfile = endpoint('GET /v1/account', {
  summary:
    'The provider’s profile of whoever asks: the platform’s own for a super user, else the customer’s account',
  allow: staff,
  permission: 'payments:read',
  scope: 'whole_office',
  query: z.object({ provider_account: which }),
  reply: z
    .object({
      id: z.string(),
      object: z.literal('account'),
      business_name: z.string().nullable(),
      email: z.string().nullable(),
      country: z.string().nullable(),
      default_currency: z.string().nullable(),
      charges_enabled: z.boolean(),
      payouts_enabled: z.boolean(),
      details_submitted: z.boolean(),
      capabilities: z.record(z.string(), z.string()),
      livemode: z.boolean().meta({ description: 'False at the sandbox and with test keys' }),
    })
    .meta({ id: 'ProviderProfile' }),
  refuses: { 409: 'the customer has no account at the provider', 503: 'the provider does not answer' },
})
