import { api } from '../../../api.ts'
import { alertToast } from '../../../ui/feedback/toast.ts'

/** The whole IBAN of a condominium, after step-up; the server logs who looked. '' when it is not shown. */
export async function revealIban(account_id: number): Promise<string> {
  try {
    const { iban } = await api('POST /v1/accounts/reveal-iban/{id}', { params: { id: account_id } })
    return iban ?? ''
  } catch (error) {
    // The user cancelled the step-up: nothing to report.
    if ((error as Error).name !== 'AbortError')
      alertToast('Non riesco a mostrare l’IBAN. Riprova fra poco.', 'danger')
    return ''
  }
}
