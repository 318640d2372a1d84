import type { JobHandler } from '../../jobs/jobs.ts'
import { notifyCustomer } from '../messages/notify-users.ts'

/** Tells the office that a resident changed their own contacts. The values are in the person's history, which the link opens. */
export const tellOwnContacts: JobHandler<'tell-own-contacts'> = (services, { subject_id, what, at }) =>
  services.asSystem(async (tx) => {
    const [person] = await tx<{ customer_id: number; subject_id: number; nominative: string }[]>`
      select p.customer_id, p.subject_id, p.nominative
      from subjects s join subjects p on p.customer_id = s.customer_id and p.subject_id = coalesce(s.merged_into, s.subject_id)
      where s.subject_id = ${subject_id}`
    if (!person) return
    await notifyCustomer(services, tx, person.customer_id, {
      kind: 'contacts',
      title: `Contatti cambiati: ${person.nominative}`,
      body: `Ha cambiato ${what} dalla sua pagina. Le bollette già emesse restano come sono.`,
      link: `/anagrafica/${person.subject_id}?tab=storia`,
      dedupe_key: `own-contacts:${subject_id}:${at}`,
    })
  })
