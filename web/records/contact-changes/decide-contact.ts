import { api } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import { type ContactOwner, refreshContacts } from './contact-changes.ts'

export const withdrawContact = ({ noun, id }: ContactOwner) =>
  told(noun, 'Non l’ho ritirata.', 'Richiesta ritirata: l’e-mail resta quella di prima.', () =>
    noun === 'accounts'
      ? api('DELETE /v1/accounts/contact-changes/{id}', { params: { id } })
      : api('DELETE /v1/customers/contact-changes/{id}', { params: { id } }),
  )

/** Only for the back office. */
export const confirmContact = ({ noun, id }: ContactOwner) =>
  told(noun, 'Non l’ho confermata.', 'L’e-mail è cambiata. Il vecchio indirizzo è stato avvisato.', () =>
    noun === 'accounts'
      ? api('PUT /v1/accounts/contact-changes/{id}', { params: { id } })
      : api('PUT /v1/customers/contact-changes/{id}', { params: { id } }),
  )

async function told(noun: ContactOwner['noun'], failed: string, done: string, act: () => Promise<unknown>) {
  try {
    await act()
    alertToast(done, 'success')
  } catch (error) {
    alertToast(`${failed} ${errorSentence(error, 'Riprova fra poco.')}`, 'danger')
  }
  await refreshContacts(noun)
}
