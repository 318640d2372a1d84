import type { Contract } from '@saldo/contract/contract'
import { api } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { queries } from '../../session/queries.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import type { OfficeDebt } from './debt-words.ts'

const changed = async () => {
  await queries.invalidateQueries({ queryKey: ['office-debts'] })
  await queries.invalidateQueries({ queryKey: ['payments'] })
}

/** Rejects with the server's error; its fields are shown at the form's. */
export async function settleDebt(
  { recovery_id }: OfficeDebt,
  body: Contract['POST /v1/office-debts/{id}/settle']['body'],
): Promise<void> {
  await api('POST /v1/office-debts/{id}/settle', { params: { id: recovery_id }, body })
  await changed()
}

/** Reports success and failure in a toast. */
export async function retakeDebt({ recovery_id }: OfficeDebt): Promise<void> {
  try {
    await api('POST /v1/office-debts/{id}/retake', { params: { id: recovery_id } })
    alertToast('Chiesto al provider: fra poco vedi quanto ha ripreso.', 'success')
  } catch (error) {
    alertToast(errorSentence(error, 'Riprova fra poco.'), 'danger')
  }
  await changed()
}
