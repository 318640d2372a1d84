import * as contract from '@saldo/contract/registry/subjects'
import type { z } from 'zod'
import { serve } from '../../http/serve.ts'
import { requireSubject } from './require-subject.ts'

export const unitsOfSubject = serve(contract.unitsOfSubject, async ({ tx, params }) => {
  await requireSubject(tx, params.id)
  return tx<z.input<typeof contract.SubjectRight>[]>`
    select r.right_holder_id, r.account_id, a.name as account_name, r.unit_id, u.name as unit_name, r.right_kind,
      r.share_numerator, r.share_denominator, r.since, r.until, coalesce(r.until < today(), false) as ended, r.pays
    from right_holders r
    join units u on u.customer_id = r.customer_id and u.unit_id = r.unit_id
    join accounts a on a.customer_id = r.customer_id and a.account_id = r.account_id
    where r.subject_id = ${params.id}
    order by coalesce(r.until < today(), false), a.name_key, u.position, u.unit_id, r.since desc nulls last, r.right_holder_id`
})
