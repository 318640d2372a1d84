import type { PublicBill } from '@saldo/contract/bills/mybill'
import { leastOnline } from '@saldo/domain/payments/partial-payment'
import type { PayerMethod } from '@saldo/domain/payments/payment-method'
import { suspendedSentence } from '@saldo/domain/platform/features'
import type { Tx } from '../../db/connection.ts'
import type { Services } from '../../services.ts'
import type { BillFacts } from '../bills/bill-facts.ts'
import { autopayText } from '../payments/pay/autopay-text.ts'
import { mandateText } from '../payments/pay/mandate-text.ts'
import { methodsOf } from '../payments/pay/methods-of.ts'
import { isMethodOn } from '../payments/pay/refuse-suspended.ts'
import { mandateTextOf } from '../sources/source-texts.ts'

/**
 * The ways to pay `bills` (one person, one condominium) online or by transfer; null when less is due than the minimum, or
 * there is no way. `sentence` says why, when those that there were are turned off for now. `keeps`: whether
 * whoever pays may keep the method (see mayKeep).
 */
export async function payOnline(
  services: Services,
  tx: Tx,
  bills: readonly [BillFacts, ...BillFacts[]],
  also: readonly PayerMethod[] = [],
  keeps = true,
): Promise<{ pay: PublicBill['pay']; sentence: string | null }> {
  const { configured, api_base } = services.providers
  const [bill] = bills
  const payable = bills.reduce((sum, each) => sum + each.payable, 0)
  if (payable < leastOnline || !configured.includes(bill.provider_account))
    return { pay: null, sentence: null }
  const offered = methodsOf(bill)
  const are_on = await Promise.all(offered.map((method) => isMethodOn(tx, method, bill.customer_id)))
  const suspended = offered
    .filter((_method, at) => !are_on[at])
    .map((method) => ({ method, why: suspendedSentence(method) }))
  const methods = [...offered.filter((_method, at) => are_on[at]), ...also]
  if (methods.length === 0) return { pay: null, sentence: suspended.length > 0 ? allSuspended : null }
  const creditor_id = services.providers.creditor_id(bill.provider_account)
  const pay = {
    methods,
    suspended,
    provider_account: bill.provider_account,
    publishable_key: services.providers.get(bill.provider_account).publishable_key,
    api_base,
    mandate_text: mandateText(bill.account_name, bills.length, creditor_id),
    keep_texts: keeps ? saveMethodTexts(bill, creditor_id) : null,
    autopay_text: keeps && (await isAutopayOpen(tx, bill.bill_id)) ? autopayText(bill.account_name) : null,
  }
  return { pay, sentence: null }
}

/** Whether no autopay debits this person's bills of the condominium yet. */
async function isAutopayOpen(tx: Tx, bill_id: number): Promise<boolean> {
  const [row] = await tx`select autopay_is_open(${bill_id}) as open`
  return row?.open ?? false
}

const allSuspended = 'Per ora non si può pagare online, per un problema tecnico: riprova più tardi.'

/** The text that a payer accepts when saving the method. */
function saveMethodTexts({ subject_nominative, business_name }: BillFacts, creditor_id: string | null) {
  const owner = { subject_id: 0, customer_id: 0, email: null, name: subject_nominative, business_name }
  return {
    card: mandateTextOf(owner, 'card', creditor_id),
    sepa_debit: mandateTextOf(owner, 'sepa_debit', creditor_id),
  }
}
