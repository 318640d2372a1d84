import { today } from '@saldo/domain/dates'
import { type ReactNode, useState } from 'react'
import { apiFile } from '../../../api.ts'
import { errorSentence } from '../../../api-error.ts'
import { LinkButton } from '../../../ui/buttons/PlainButton.tsx'
import { alertToast } from '../../../ui/feedback/toast.ts'
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx'
import { saveFile } from '../../../ui/save-file.ts'

type Of = { subject_id: number; account_id: number; account_name: string }

/**
 * Downloads the statement of a person in a condominium as PDF: of the whole year `year`, or of this one so far. `children`
 * is what the button says.
 */
export function StatementButton({ of, year, children }: { of: Of; year?: string; children: ReactNode }) {
  const [fetching, setFetching] = useState(false)
  const download = async () => {
    if (fetching) return
    setFetching(true)
    try {
      const { blob, name } = await apiFile('GET /v1/mystatements/{id}/pdf', {
        params: { id: of.subject_id },
        query: { account_id: of.account_id, ...(year && periodOf(year, today())) },
      })
      saveFile(blob, name)
    } catch (error) {
      alertToast(errorSentence(error, 'Non riesco a scaricare l’estratto conto. Riprova fra poco.'), 'danger')
    } finally {
      setFetching(false)
    }
  }
  return (
    <LinkButton
      aria-busy={fetching}
      onClick={(event) => {
        // A click on the row opens something else, so the click stops here.
        event.stopPropagation()
        void download()
      }}
    >
      {fetching ? 'Preparo…' : children}
      <VisuallyHidden>
        {' '}
        dell’estratto conto{year && ` ${year}`} di {of.account_name}
      </VisuallyHidden>
    </LinkButton>
  )
}

/** First and last day of a year's statement. This year's ends today. */
export const periodOf = (year: string, now: string) => ({
  from: `${year}-01-01`,
  to: now.startsWith(year) ? now : `${year}-12-31`,
})
