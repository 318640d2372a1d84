import { errorSentence } from '../../api-error.ts'
import { alertToast } from '../../ui/feedback/toast.ts'

/** Says why an act did not succeed. */
export const failed = (error: unknown): void =>
  alertToast(errorSentence(error, 'Riprova fra poco.'), 'danger')
