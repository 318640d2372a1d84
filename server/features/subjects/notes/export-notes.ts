import { exportNotes as endpoint } from '@saldo/contract/registry/notes'
import { noteKindLabels } from '@saldo/domain/registry/note'
import { exportReply, type ListColumn } from '../../../exports/export-reply.ts'
import { serveAcross } from '../../../http/serve.ts'
import { notesList } from './notes-list.ts'

export const exportNotes = serveAcross(endpoint, ({ as, services, query }) =>
  exportReply({ as, services, listing: notesList, query, columns: noteColumns, name: 'note-e-telefonate' }),
)

const noteColumns: Record<string, ListColumn> = {
  happened_at: { header: 'Data e ora', kind: 'text' },
  kind: { header: 'Tipo', kind: 'text', value: ({ kind }) => noteKindLabels[kind as 'note' | 'call'] },
  subject_nominative: { header: 'Persona', kind: 'text' },
  text: { header: 'Testo', kind: 'text' },
  author: { header: 'Scritta da', kind: 'text' },
  call_back_on: { header: 'Richiamare il', kind: 'date' },
  called_back_at: { header: 'Richiamata il', kind: 'text' },
}
