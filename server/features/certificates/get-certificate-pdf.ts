import * as contract from '@saldo/contract/reports/certificates'
import { asFile, serveAcross } from '../../http/serve.ts'
import { letterheadImages } from '../documents/letterhead-images.ts'
import { certificatePdf } from './certificate-pdf.ts'
import { findCertificate, viewOf } from './certificate-view.ts'

export const getCertificatePdf = serveAcross(contract.certificatePdf, async ({ as, params, services }) => {
  const row = await as((tx) => findCertificate(tx, params.id as number))
  const { code, url } = viewOf(services, row)
  const check = { code, url, where: `${services.env.PUBLIC_URL}/#/verifica/` }
  const pdf = await certificatePdf(row, check, await letterheadImages(services, row.customer_id))
  return asFile(pdf, `Attestazione ${row.certified.subject_nominative} ${row.as_of}.pdf`, 'application/pdf')
})
