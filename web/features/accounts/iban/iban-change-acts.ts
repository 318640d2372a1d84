import { api } from '../../../api.ts'
import { errorSentence } from '../../../api-error.ts'
import { queries } from '../../../session/queries.ts'
import { alertToast } from '../../../ui/feedback/toast.ts'

/** Refetches everything that shows the condominium. */
export const refreshAccounts = () => queries.invalidateQueries({ queryKey: ['accounts'] })

export async function confirmChange(id: number, otp?: string): Promise<void> {
  await api('PUT /v1/accounts/confirm-iban/{id}', { params: { id }, body: otp === undefined ? {} : { otp } })
  alertToast('L’IBAN è cambiato: da adesso gli incassi vanno lì.', 'success')
  await refreshAccounts()
}

export const withdrawChange = (id: number) =>
  told('Non l’ho ritirata.', 'Richiesta ritirata: l’IBAN resta quello di prima.', () =>
    api('DELETE /v1/accounts/update-iban/{id}', { params: { id } }),
  )

export const sendCodeAgain = (id: number) =>
  told('Non ho mandato il codice.', 'Codice nuovo in arrivo: quello di prima non vale più.', () =>
    api('POST /v1/accounts/iban-code/{id}', { params: { id } }),
  )

async function told(failed: string, done: string, act: () => Promise<unknown>): Promise<void> {
  try {
    await act()
    alertToast(done, 'success')
  } catch (error) {
    const why = errorSentence(error, 'Riprova fra poco.')
    alertToast(`${failed} ${why}`, 'danger')
  }
  await refreshAccounts()
}
