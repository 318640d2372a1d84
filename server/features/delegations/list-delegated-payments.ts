import * as contract from '@saldo/contract/identity/delegations'
import type { PaymentState } from '@saldo/domain/payments/payment'
import type { PaymentMethod } from '@saldo/domain/payments/payment-method'
import { serve } from '../../http/serve.ts'
import { paymentToken } from '../../links/bill-link.ts'

type Paid = {
  payment_id: number
  owner_name: string
  account_name: string
  description: string
  amount: number
  state: PaymentState
  method: PaymentMethod
  created_at: string
}

export const listDelegatedPayments = serve(contract.listDelegatedPayments, async ({ tx, services }) => {
  const paid = await tx<Paid[]>`select * from delegated_payments(50)`
  return paid.map((each) => ({ ...each, result_token: paymentToken(services, each.payment_id) }))
})
