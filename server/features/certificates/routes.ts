import { certificatesOfSubject } from './certificates-of-subject.ts'
import { checkCertificate } from './check-certificate.ts'
import { getCertificatePdf } from './get-certificate-pdf.ts'
import { issueCertificate } from './issue-certificate.ts'
import { revokeCertificate } from './revoke-certificate.ts'

export const certificateRoutes = [
  certificatesOfSubject,
  issueCertificate,
  getCertificatePdf,
  revokeCertificate,
  checkCertificate,
]
