import * as contract from '@saldo/contract/payments/notices'
import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'

export const getCollectionSettings = serve(contract.getCollectionSettings, ({ tx, params }) =>
  settingsOf(tx, params.id),
)

export const saveCollectionSettings = serve(contract.saveCollectionSettings, async ({ tx, params, body }) => {
  const account_id = params.id
  const { sia } = body
  const [account] = await tx<{ customer_id: number }[]>`
    select customer_id from accounts where account_id = ${account_id}`
  if (!account) throw notFound('Il condominio')
  const { customer_id } = account
  if (sia === null)
    await tx`delete from collection_settings where customer_id = ${customer_id} and account_id = ${account_id}`
  else
    await tx`
      insert into collection_settings ${tx({ customer_id, account_id, sia })}
      on conflict (account_id) do update set sia = excluded.sia, updated_at = now()`
  return settingsOf(tx, account_id)
})

async function settingsOf(tx: Tx, account_id: number): Promise<contract.CollectionSettings> {
  const [settings] = await tx<contract.CollectionSettings[]>`
    select a.account_id, c.sia from accounts a
    left join collection_settings c on c.customer_id = a.customer_id and c.account_id = a.account_id
    where a.account_id = ${account_id}`
  if (!settings) throw notFound('Il condominio')
  return settings
}
