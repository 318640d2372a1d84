import * as contract from '@saldo/contract/registry/account-iban'
import { recordAudit } from '../../../db/record-audit.ts'
import { serve } from '../../../http/serve.ts'
import { visibleAccount } from '../visible-account.ts'

/** Reveals the IBAN and logs that in the same transaction: nobody sees it without a trace. */
export const revealIban = serve(contract.revealIban, async ({ tx, params: { id } }) => {
  const { customer_id, name, iban } = await visibleAccount(tx, id)
  if (iban)
    await recordAudit(tx, {
      ...{ customer_id, account_id: id, noun: 'accounts', record_id: id, label: name, act: 'iban_revealed' },
    })
  return { iban }
})
