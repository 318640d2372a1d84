import { api } from '../api.ts'
import { errorSentence } from '../api-error.ts'
import { copyText } from '../ui/buttons/copy-text.ts'
import { alertToast, toast } from '../ui/feedback/toast.ts'

/** Copies the bill's public link. */
export async function copyLink(bill_id: number) {
  try {
    await copyText(api('GET /v1/bills/link/{id}', { params: { id: bill_id } }).then(({ url }) => url))
    toast('Link copiato')
  } catch (error) {
    alertToast(`Non ho copiato il link. ${errorSentence(error)}`, 'danger')
  }
}
