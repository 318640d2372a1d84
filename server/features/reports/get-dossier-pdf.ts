import * as contract from '@saldo/contract/reports/printed'
import { today } from '@saldo/domain/dates'
import { actorMay } from '../../http/actor.ts'
import { asFile, serveAcross } from '../../http/serve.ts'
import { dossierFacts } from './dossier-facts.ts'
import { dossierPdf } from './dossier-pdf.ts'
import { withImages } from './letterhead.ts'

/** Without the permission to read payments, it says that the statement is left out. */
export const getDossierPdf = serveAcross(
  contract.dossierPdf,
  async ({ as, services, actor, params, query }) => {
    const payments = actorMay(actor, 'payments:read')
    const facts = await as((tx) => dossierFacts(tx, { id: params.id, account_id: query.account_id }))
    const name = `Fascicolo ${facts.person.nominative} ${facts.account.name} ${today()}.pdf`
    const office = await withImages(services, facts.customer_id, facts.office)
    return asFile(
      await dossierPdf({ ...facts, office, ...(payments ? {} : { statement: null }) }, today()),
      name,
      'application/pdf',
    )
  },
)
