import { cardBrands, paymentMethods } from '@saldo/domain/payments/payment-method'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { TokenReply } from './identity/auth.ts'
import { requestOtp, verifyOtp } from './identity/otp.ts'
import { registerResident } from './identity/registration.ts'
import { saveApiLogin, User } from './identity/users.ts'
import { listMessages, PushMessage } from './messages.ts'
import { apikey } from './payments/payments.ts'
import { createSource } from './payments/sources.ts'
import { listCities } from './registry/cities.ts'
import { Customer, customerState } from './registry/customers.ts'
import { SearchResult } from './reports/research.ts'
import { versions } from './settings.ts'

const fieldsOf = (schema: z.ZodType) => Object.keys((schema as z.ZodObject).shape)
const elementOf = (schema: z.ZodType) => (schema as z.ZodArray).element as z.ZodType

/** The fields of §3, as replies and bodies of ours have them. Replies are written by these schemas, so they have them. */
describe('fields of the specification', () => {
  it.each([
    [
      'User',
      User,
      'flag_super_user flag_store flag_can_buy_service_is_active flag_under_maintenance nominative user_name',
    ],
    [
      'Customer',
      Customer,
      'customer_id business_name is_store firstname lastname address house_number city zip_code prov fiscal_code vat_number primary_email primary_mobile_phone',
    ],
    ['Customer state check', customerState.reply, 'error message'],
    ['City', elementOf(listCities.reply), 'city_id city_desc prov_id'],
    ['Push message', PushMessage, 'id push_message_id title body metadata date_create date_read'],
    ['Push messages', listMessages.reply, 'count messages'],
    ['Oauth session', TokenReply, 'access_token refresh_token expires_in'],
    [
      'B2C registration payload',
      registerResident.body,
      'username fiscal_code bill_number recaptcha_token extended_info',
    ],
    ['Card payment provider public keys', apikey.reply, 'stripe_public_apikey stripe2_public_apikey'],
    ['API login', saveApiLogin.body, 'customer_id username password webhook_url'],
    ['Front-end versions', versions.reply, 'frontend_b2c'],
    ['One-time code: request', requestOtp.reply, 'frontend_code'],
    ['One-time code: verify', verifyOtp.body, 'frontend_code otp'],
    [
      'Search result',
      SearchResult,
      'data_from account_id account_name subject_nominative bill_number payment_id fiscal_code customer_id customer_name',
    ],
  ] as const)('%s', (_entity, schema, names) => {
    expect(fieldsOf(schema)).toEqual(expect.arrayContaining(names.split(' ')))
  })

  it('sources are of type card or sepa_debit, in either case', () => {
    const type = (createSource.body as unknown as z.ZodObject).shape.type_id as z.ZodType
    for (const [given, kept] of [
      ['card', 'card'],
      ['CARD', 'card'],
      ['sepa_debit', 'sepa_debit'],
      ['SEPA_DEBIT', 'sepa_debit'],
    ])
      expect(type.parse(given)).toBe(kept)
    expect(type.safeParse('klarna').success).toBe(false)
  })
  it('payment methods', () => {
    expect(paymentMethods).toEqual(expect.arrayContaining(['BANK_TRANSFER', 'SEPA_DEBIT', 'CARD']))
  })
  it('card brands', () => {
    const brands =
      'mastercard maestro visa visa-electron v-pay jcb cirrus diners discover american-express bank credit-card'
    expect(new Set(cardBrands)).toEqual(new Set(brands.split(' ')))
  })
})
