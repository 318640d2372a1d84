import * as contract from '@saldo/contract/reports/certificates'
import { conflict } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { findCertificate, viewOf } from './certificate-view.ts'

export const revokeCertificate = serve(contract.revokeCertificate, async ({ tx, params, body, services }) => {
  await findCertificate(tx, params.id)
  const { count } = await tx`
    update certificates set revoked_at = now(), revoke_reason = ${body.reason}
    where certificate_id = ${params.id} and revoked_at is null`
  if (count === 0) throw conflict('already_revoked', 'Questa attestazione era già revocata.')
  return viewOf(services, await findCertificate(tx, params.id))
})
