import * as contract from '@saldo/contract/registry/subjects'
import { omitUndefined } from '../../db/omit-undefined.ts'
import { conflictIfNotUnique } from '../../db/unique-violation.ts'
import { recordCustomer } from '../../http/record-customer.ts'
import { serve } from '../../http/serve.ts'
import { requireCity } from '../accounts/require-city.ts'
import { subjectDetail, subjectTaken } from './subject-detail.ts'

export const createSubject = serve(contract.createSubject, async ({ tx, actor, body }) => {
  const customer_id = await recordCustomer(tx, actor, body.customer_id)
  await requireCity(tx, body.city_id)
  const subject = omitUndefined({ ...body, customer_id })
  const [row] = await conflictIfNotUnique(
    tx`insert into subjects ${tx(subject)} returning subject_id`,
    subjectTaken,
  )
  return subjectDetail(tx, row?.subject_id)
})
