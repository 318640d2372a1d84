import * as contract from '@saldo/contract/payments/sources'
import { serve } from '../../http/serve.ts'
import { lockOwnSource, requireUsable } from './own-source.ts'
import { sourceView } from './source-view.ts'
import { lockOwnerOf } from './sources.sql.ts'

export const defaultSource = serve(contract.defaultSource, async ({ tx, actor, params }) => {
  await lockOwnerOf(tx, params.source_id)
  const source = await lockOwnSource(tx, actor, params)
  requireUsable(source)
  const { source_id, customer_id, subject_id } = source
  await tx`
    update payment_sources set is_default = false
    where customer_id = ${customer_id} and subject_id is not distinct from ${subject_id} and is_default
      and source_id <> ${source_id}`
  await tx`update payment_sources set is_default = true where source_id = ${source_id} and not is_default`
  return sourceView(tx, source_id)
})
