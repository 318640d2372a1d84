import * as contract from '@saldo/contract/reports/printed'
import { today } from '@saldo/domain/dates'
import { actorMay } from '../../http/actor.ts'
import { forbidden } from '../../http/errors.ts'
import { asFile, serveAcross } from '../../http/serve.ts'
import { dossierFacts } from './dossier-facts.ts'
import { dossierPdf } from './dossier-pdf.ts'
import { withImages } from './letterhead.ts'

/** It shows bills and payments, so it needs the permission to read both. */
export const getDossierPdf = serveAcross(
  contract.dossierPdf,
  async ({ as, services, actor, params, query }) => {
    if (!actorMay(actor, 'payments:read')) throw forbidden()
    const facts = await as((tx) => dossierFacts(tx, { id: params.id, account_id: query.account_id }))
    const name = `Fascicolo ${facts.person.nominative} ${facts.account.name} ${today()}.pdf`
    const office = await withImages(services, facts.customer_id, facts.office)
    return asFile(await dossierPdf({ ...facts, office }, today()), name, 'application/pdf')
  },
)
