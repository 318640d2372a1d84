import { api } from '../../api.ts'
import { alertToast } from '../../ui/feedback/toast.ts'

/** A condominium's whole IBAN, for whoever proves who they are; the server writes down who looked. '' when it is not shown. */
export async function revealIban(account_id: number): Promise<string> {
  try {
    const { iban } = await api('POST /v1/accounts/reveal-iban/{id}', { params: { id: account_id } })
    return iban ?? ''
  } catch (error) {
    // Whoever would rather not prove who they are has called it off, and knows.
    if ((error as Error).name !== 'AbortError')
      alertToast('Non riesco a mostrare l’IBAN. Riprova fra poco.', 'late')
    return ''
  }
}
