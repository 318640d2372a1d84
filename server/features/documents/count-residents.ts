import * as contract from '@saldo/contract/registry/documents'
import { serve } from '../../http/serve.ts'
import { findOwner } from './find-owner.ts'

export const countResidents = serve(contract.countResidents, async ({ tx, params: { id } }) => {
  const { customer_id } = await findOwner(tx, 'account', id)
  const [counts] = await tx<{ residents: number; with_access: number }[]>`
    select * from count_residents(${customer_id}, ${id})`
  return counts as { residents: number; with_access: number }
})
