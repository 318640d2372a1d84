import { formatDate } from '@saldo/domain/dates'
import { apiFile } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { LinkButton } from '../../ui/buttons/PlainButton.tsx'
import { Amount } from '../../ui/data/Amount.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import { saveFile } from '../../ui/save-file.ts'
import styles from './BillParts.module.css'
import type { BillDetail } from './bill-query.ts'

/** Credit notes of the bill, with downloads. */
export function BillCreditNotes({ notes }: { notes: BillDetail['credit_notes'] }) {
  return (
    <table className={styles.parts} aria-label="Note di credito">
      <tbody>
        {notes.map((note) => (
          <tr key={note.credit_note_id}>
            <td>
              <LinkButton onClick={() => void download(note.credit_note_id)}>{note.number}</LinkButton>
              <div className={styles.dim}>
                {formatDate(note.issue_date)} · {note.reason}
              </div>
            </td>
            <td data-align="right">
              <Amount cents={-note.amount} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

async function download(id: number) {
  try {
    const { blob, name } = await apiFile('GET /v1/bills/credit-notes/{id}', { params: { id } })
    saveFile(blob, name)
  } catch (error) {
    alertToast(`Non riesco a preparare il PDF. ${errorSentence(error, 'Riprova fra poco.')}`, 'danger')
  }
}
