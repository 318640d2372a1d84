import * as contract from '@saldo/contract/registry/accounts'
import { notFound } from '../../../http/errors.ts'
import { serve } from '../../../http/serve.ts'

type Brief = Pick<contract.Account, 'account_id' | 'customer_id' | 'name' | 'fiscal_code' | 'city'>

export const accountsOfCustomer = serve(contract.accountsOfCustomer, async ({ tx, params, query }) => {
  const [customer] = await tx`select from customers where customer_id = ${params.id}`
  if (!customer) throw notFound('Il cliente')
  const canCollect = query.check_account === '1' || query.check_account === 'true'
  return tx<Brief[]>`
    select account_id, customer_id, name, fiscal_code, city from accounts
    where customer_id = ${params.id} and state <> 'closed'
      ${canCollect ? tx`and state = 'active' and iban is not null` : tx``}
    order by name_key, account_id`
})
