import { CheckCircle, EditPencil, MinusCircle, PageEdit } from 'iconoir-react'
import type { State } from '../../ui/data/states.ts'
import type { EmailTemplateRow } from './email-template-query.ts'

export const areaNames = { access: 'Accessi', bills: 'Bollette', payments: 'Pagamenti', office: 'Studio' }
export const kindNames = { mjml: 'MJML', html: 'HTML caricato' }

/** `isBuiltIn`: the version in use says what the built-in template says. */
export const liveWords = (
  { live_number }: Pick<EmailTemplateRow, 'live_number'>,
  isBuiltIn = false,
): string => {
  if (live_number === null) return 'modello di base'
  return isBuiltIn ? `modello di base (versione ${live_number})` : `versione ${live_number}`
}
export const sandboxWords = ({ sandbox_number }: Pick<EmailTemplateRow, 'sandbox_number'>): string =>
  sandbox_number === null ? '—' : `versione ${sandbox_number}`

/** What waits to be done with a template, or that nothing does. */
export function stateOf({ draft, sandbox_number, live_number }: EmailTemplateRow): State {
  if (draft) return { tone: 'warning', word: 'Bozza da provare', icon: PageEdit }
  if (sandbox_number !== live_number) return { tone: 'info', word: 'In prova', icon: EditPencil }
  return live_number === null
    ? { tone: 'neutral', word: 'Di base', icon: MinusCircle }
    : { tone: 'success', word: 'In uso', icon: CheckCircle }
}
