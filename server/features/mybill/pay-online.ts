import type { PublicBill } from '@saldo/contract/bills/mybill'
import { leastOnline } from '@saldo/domain/payments/partial-payment'
import type { PayerMethod } from '@saldo/domain/payments/payment-method'
import type { Services } from '../../services.ts'
import type { BillFacts } from '../bills/bill-facts.ts'
import { mandateText } from '../payments/pay/mandate-text.ts'
import { methodsOf } from '../payments/pay/methods-of.ts'
import { mandateTextOf } from '../sources/source-texts.ts'

/**
 * The ways to pay `bills` (one person, one condominium) online or by transfer; null when less is due than the minimum.
 */
export function payOnline(
  services: Services,
  bills: readonly [BillFacts, ...BillFacts[]],
  also: readonly PayerMethod[] = [],
): PublicBill['pay'] {
  const { configured, api_base } = services.providers
  const [bill] = bills
  const payable = bills.reduce((sum, each) => sum + each.payable, 0)
  if (payable < leastOnline || !configured.includes(bill.provider_account)) return null
  const methods = [...methodsOf(bill), ...also]
  if (methods.length === 0) return null
  return {
    methods,
    provider_account: bill.provider_account,
    publishable_key: services.providers.get(bill.provider_account).publishable_key,
    api_base,
    mandate_text: mandateText(bill.account_name, bills.length),
    keep_texts: saveMethodTexts(bill),
  }
}

/** The text that a payer accepts when saving the method. */
function saveMethodTexts({ subject_nominative, business_name }: BillFacts) {
  const owner = { subject_id: 0, customer_id: 0, email: null, name: subject_nominative, business_name }
  return { card: mandateTextOf(owner, 'card'), sepa_debit: mandateTextOf(owner, 'sepa_debit') }
}
