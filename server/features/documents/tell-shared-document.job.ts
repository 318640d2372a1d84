import { documentTypeName } from '@saldo/domain/registry/document'
import type { JobHandler } from '../../jobs/jobs.ts'
import { notifyResidents } from '../messages/notify-users.ts'

type Shared = { account_id: number; account_name: string; type: string; file_name: string }

/** Tells the residents of a document that they can open now, each once however often it is switched. */
export const tellSharedDocument: JobHandler<'tell-shared-document'> = (
  services,
  { document_id, shared_at },
) =>
  services.asSystem(async (tx) => {
    const [document] = await tx<Shared[]>`
      select d.account_id, a.name as account_name, d.type, d.file_name
      from documents d join accounts a on a.customer_id = d.customer_id and a.account_id = d.account_id
      where d.document_id = ${document_id} and d.shared_at = ${shared_at}::timestamptz
        and d.state <> 'invalid' and d.scan in ('clean', 'not_scanned')`
    if (!document) return
    await notifyResidents(services, tx, document.account_id, {
      kind: 'document',
      title: `Nuovo documento: ${document.account_name}`,
      body: `${documentTypeName('account', document.type)}, «${document.file_name}»: il tuo amministratore l’ha condiviso.`,
      link: '/documenti-del-condominio',
      dedupe_key: `document-shared:${document_id}`,
    })
  })
