import * as contract from '@saldo/contract/registry/subjects'
import { omitUndefined } from '../../db/omit-undefined.ts'
import { conflictIfNotUnique } from '../../db/unique-violation.ts'
import { notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { requireCity } from '../accounts/require-city.ts'
import { subjectDetail, subjectTaken } from './subject-detail.ts'

export const updateSubject = serve(contract.updateSubject, async ({ tx, body: { subject_id, ...body } }) => {
  await requireCity(tx, body.city_id)
  const { count } = await conflictIfNotUnique(
    tx`update subjects set ${tx(omitUndefined(body))}, updated_at = now() where subject_id = ${subject_id}`,
    subjectTaken,
  )
  if (count === 0) throw notFound('La persona')
  return subjectDetail(tx, subject_id)
})
