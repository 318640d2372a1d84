import type { Certificate } from '@saldo/contract/reports/certificates'
import type { PendingQuery, Row } from 'postgres'
import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'
import type { Services } from '../../services.ts'
import { certificateCode } from './certificate-code.ts'
import type { Certified } from './certificate-content.ts'

export type CertificateRow = {
  certificate_id: number
  customer_id: number
  account_id: number
  subject_id: number
  as_of: string
  certified: Certified
  issuer: string
  issued_at: string
  revoked_at: string | null
  revoke_reason: string | null
}

/** More than one person ever needs: one each month for eight years. */
const mostCertificates = 100

/** Certificates visible to the actor, the newest hundred; `which` is a condition. */
export const certificatesWhere = (tx: Tx, which: PendingQuery<Row[]>) =>
  tx<CertificateRow[]>`
    select certificate_id, customer_id, account_id, subject_id, as_of, certified, issuer, issued_at, revoked_at, revoke_reason
    from certificates where ${which} order by certificate_id desc limit ${mostCertificates}`

/** One certificate; 404 when it is not visible. */
export async function findCertificate(tx: Tx, certificate_id: number): Promise<CertificateRow> {
  const [row] = await certificatesWhere(tx, tx`certificate_id = ${certificate_id}`)
  if (!row) throw notFound('L’attestazione')
  return row
}

/** The public page that checks a certificate by its code. */
export const checkUrl = (services: Services, code: string): string =>
  `${services.env.PUBLIC_URL}/#/verifica/${code}`

/** The office's view of a certificate, with its code. */
export function viewOf(services: Services, { certified, ...row }: CertificateRow): Certificate {
  const code = certificateCode(services.env.SALDO_SECRET, certified.seed)
  const { account_name, subject_nominative, overdue, residue, disputes } = certified
  return {
    ...row,
    ...{ account_name, subject_nominative, overdue, residue, disputes },
    ...{ regular: overdue === 0, code, url: checkUrl(services, code) },
  }
}
