import * as contract from '@saldo/contract/subjects'
import { refusingTaken } from '../../db/already-taken.ts'
import { given } from '../../db/given.ts'
import { serve } from '../../http/serve.ts'
import { whoseRecord } from '../../http/whose-record.ts'
import { requireCity } from '../accounts/require-city.ts'
import { subjectDetail, subjectTaken } from './subject-detail.ts'

export const createSubject = serve(contract.createSubject, async ({ tx, actor, body }) => {
  const customer_id = await whoseRecord(tx, actor, body.customer_id)
  await requireCity(tx, body.city_id)
  const subject = given({ ...body, customer_id })
  const [row] = await refusingTaken(
    tx`insert into subjects ${tx(subject)} returning subject_id`,
    subjectTaken,
  )
  return subjectDetail(tx, row?.subject_id)
})
