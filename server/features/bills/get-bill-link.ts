import * as contract from '@saldo/contract/bills/bills'
import type { BillPhase } from '@saldo/domain/bills/bill'
import { notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { billUrl } from '../../links/bill-link.ts'
import { requireLink } from './locked-bill.ts'

export const getBillLink = serve(contract.billLink, async ({ tx, services, params }) => {
  const [bill] = await tx<{ phase: BillPhase; link_version: number }[]>`
    select phase, link_version from bills where bill_id = ${params.id}`
  if (!bill) throw notFound('La bolletta')
  requireLink(bill)
  return { url: billUrl(services, params.id, bill.link_version) }
})
