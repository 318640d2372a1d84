import * as contract from '@saldo/contract/registry/accounts'
import { omitUndefined } from '../../db/omit-undefined.ts'
import { serve } from '../../http/serve.ts'
import { accountDetail } from './account-detail.ts'
import { visibleAccount } from './visible-account.ts'

export const updateFlags = serve(contract.updateFlags, async ({ tx, params: { id }, body }) => {
  await visibleAccount(tx, id, true)
  const flags = omitUndefined(body)
  if (Object.keys(flags).length > 0)
    await tx`update accounts set ${tx(flags)}, updated_at = now() where account_id = ${id}`
  return accountDetail(tx, id)
})
