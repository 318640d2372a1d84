import { documentTypeName } from '@saldo/domain/registry/document'
import type { Tx } from '../../db/connection.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import type { Services } from '../../services.ts'
import { notifyCustomer } from '../messages/notify-users.ts'
import type { StoredDocument } from './document-view.ts'

/** Notifies the office of the decision about its document; if it is invalid, also by mail, with the reason. */
export async function notifyReview(services: Services, tx: Tx, document: StoredDocument): Promise<void> {
  const { customer_id, file_name, reason, state } = document
  const what = documentTypeName(ownerOf(document), document.type)
  const title = state === 'checked' ? 'Documento verificato' : 'Documento non valido'
  const body =
    state === 'checked' ? `${what}, «${file_name}»: va bene.` : `${what}, «${file_name}»: ${reason}`
  await notifyCustomer(services, tx, customer_id, {
    kind: 'document',
    title,
    body,
    link: documentPage(document),
  })
  if (state === 'invalid') await mailInvalid(services, tx, document, what)
}

async function mailInvalid(
  services: Services,
  tx: Tx,
  document: StoredDocument,
  what: string,
): Promise<void> {
  const { customer_id, document_id, file_name, reason } = document
  const [office] = await tx<{ business_name: string; primary_email: string | null }[]>`
    select business_name, primary_email from customers where customer_id = ${customer_id}`
  if (!office?.primary_email) return
  await queueEmail(services, tx, {
    template: 'document-invalid',
    to: office.primary_email,
    customer_id: null,
    bill_id: null,
    dedupe_key: `document-invalid:${document_id}:${new Date().toISOString()}`,
    values: {
      business_name: office.business_name,
      what,
      file_name,
      reason: reason ?? '',
      url: `${services.env.PUBLIC_URL}/#${documentPage(document)}`,
      who_writes: 'Saldo ti scrive perché questo è l’indirizzo del tuo studio.',
    },
  })
}

export const ownerOf = ({ account_id, subject_id }: Pick<StoredDocument, 'account_id' | 'subject_id'>) =>
  account_id !== null ? 'account' : subject_id !== null ? 'subject' : 'customer'

/** The page of the product that shows the document. */
export function documentPage({
  account_id,
  subject_id,
}: Pick<StoredDocument, 'account_id' | 'subject_id'>): string {
  if (account_id !== null) return `/condomini/${account_id}?tab=documenti`
  return subject_id !== null ? `/anagrafica/${subject_id}?tab=documenti` : '/documenti'
}
