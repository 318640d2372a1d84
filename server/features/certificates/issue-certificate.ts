import { randomBytes } from 'node:crypto'
import * as contract from '@saldo/contract/reports/certificates'
import { today } from '@saldo/domain/dates'
import type { Actor } from '../../http/actor.ts'
import { conflict, notFound, notPermitted } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { certificateCode, hashOfCode } from './certificate-code.ts'
import { balanceOf, type Certified } from './certificate-content.ts'
import { findCertificate, viewOf } from './certificate-view.ts'

export const issueCertificate = serve(contract.issueCertificate, async ({ tx, body, actor, services }) => {
  requireMoneySeen(actor)
  const { subject_id, account_id, disputes = null } = body
  const found = await balanceOf(tx, subject_id, account_id)
  if (!found) throw notFound('La persona o il condominio')
  const { customer_id, tied, ...balance } = found
  if (!tied)
    throw conflict('no_tie', 'Questa persona non ha né unità né bollette in questo condominio.', {
      account_id: 'Qui la persona non ha né unità né bollette.',
    })
  const certified: Certified = { seed: randomBytes(16).toString('hex'), ...balance, disputes }
  const code = certificateCode(services.env.SALDO_SECRET, certified.seed)
  const row = {
    ...{ customer_id, account_id, subject_id, as_of: today(), certified: tx.json(certified) },
    ...{ code_hash: hashOfCode(code), issued_by: actor.user_id, issuer: await actorName(tx) },
  }
  const [made] = await tx`insert into certificates ${tx(row)} returning certificate_id`
  return viewOf(services, await findCertificate(tx, made?.certificate_id))
})

/** A sub-user who may not see what is owed cannot certify that nothing is owed. */
function requireMoneySeen(actor: Actor): void {
  const granted = 'permissions' in actor ? actor.permissions : null
  if (granted === null) return
  if (!/(^|,)(bills|payments|debits):read(,|$)/.test(granted)) throw notPermitted('payments:read')
}
