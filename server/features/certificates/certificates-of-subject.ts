import * as contract from '@saldo/contract/reports/certificates'
import { serve } from '../../http/serve.ts'
import { requireSubject } from '../subjects/require-subject.ts'
import { certificatesWhere, viewOf } from './certificate-view.ts'

export const certificatesOfSubject = serve(
  contract.certificatesOfSubject,
  async ({ tx, params, services }) => {
    const { customer_id, subject_id } = await requireSubject(tx, params.id)
    const rows = await certificatesWhere(tx, tx`customer_id = ${customer_id} and subject_id = ${subject_id}`)
    return rows.map((row) => viewOf(services, row))
  },
)
