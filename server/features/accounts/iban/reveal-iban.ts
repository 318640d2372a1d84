import * as contract from '@saldo/contract/registry/account-iban'
import { serve } from '../../../http/serve.ts'
import { visibleAccount } from '../visible-account.ts'

/** Reveals the IBAN and logs that in the same transaction: nobody sees it without a trace. */
export const revealIban = serve(contract.revealIban, async ({ tx, params: { id } }) => {
  const { customer_id, name, iban } = await visibleAccount(tx, id)
  if (iban)
    await tx`select audit(${customer_id}, ${id}, 'accounts', ${id}, ${name}, 'iban_revealed', null, null)`
  return { iban }
})
