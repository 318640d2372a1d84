import * as contract from '@saldo/contract/reports/receipts-export'
import { givenLayouts, type ReceiptLayout } from '@saldo/domain/accounting/receipt-layout'
import { ApiError } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { readFlow } from '../flows/flows-list.ts'
import { startFlow } from '../flows/write-flow.ts'
import { askedOf } from './period-of.ts'

/** Lists the file and lets a job write it. */
export const exportReceipts = serve(contract.exportReceipts, async ({ services, tx, actor, body }) => {
  const { customer_id, user_id } = actor
  if (!customer_id) throw new ApiError(422, 'no_customer', 'Scegli prima per quale cliente lavori.')
  const { format, layout = givenLayouts.full.layout as ReceiptLayout } = body
  const { from, to, account } = await askedOf(tx, body)
  const flow_id = await startFlow(tx, {
    ...{ customer_id, account_id: account?.account_id ?? null, kind: 'receipts_export', format },
    file_name: `Incassi ${account?.name ?? 'di tutti i condomìni'} ${from} ${to}.${format}`.slice(-200),
    created_by: user_id,
  })
  const { account_id } = body
  const asked = { from, to, format, layout, ...(account_id ? { account_id } : {}) }
  await services.queue.enqueue(tx, 'write-receipts', { flow_id, user_id, asked })
  return readFlow(tx, flow_id)
})
