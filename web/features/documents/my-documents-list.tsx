import { formatDateTime } from '@saldo/domain/dates'
import { documentTypeName, documentTypes, sharedTypes } from '@saldo/domain/registry/document'
import type { Reply } from '../../api.ts'
import { listSource } from '../../session/list-source.ts'
import { LinkButton } from '../../ui/buttons/PlainButton.tsx'
import { TwoLineCell } from '../../ui/data/TwoLineCell.tsx'
import type { ListDefinition } from '../../ui/grid/list.ts'
import { sizeInWords } from './document-words.ts'
import { downloadMine } from './my-document-acts.ts'

export type MyDocument = Reply<'GET /v1/mydocuments'>['items'][number]

export const typeOf = ({ type }: MyDocument) => documentTypeName('account', type)
/** `27/11/2026`: since when it is shared. */
export const dayShared = ({ shared_at }: MyDocument) => formatDateTime(shared_at).slice(0, 10)

export const myDocumentsList: ListDefinition<MyDocument> = {
  source: { ...listSource('mydocuments'), noun: 'documents' },
  words: { one: 'documento', many: 'documenti', feminine: false },
  columns: [
    {
      id: 'account_name',
      header: 'Condominio',
      width: 170,
      grow: 2,
      sort: true,
      fixed: true,
      cell: (document) => <TwoLineCell first={document.account_name} second={typeOf(document)} />,
      exports: ['account_name', 'type'],
    },
    {
      id: 'shared_at',
      header: 'Condiviso il',
      width: 108,
      sort: true,
      cell: dayShared,
    },
    {
      id: 'file_name',
      header: 'File',
      width: 200,
      grow: 2,
      cell: (document) => (
        <TwoLineCell
          first={
            <LinkButton
              aria-label={`Scarica ${document.file_name}`}
              onClick={() => void downloadMine(document)}
            >
              {document.file_name}
            </LinkButton>
          }
          second={sizeInWords(document.size)}
        />
      ),
    },
  ],
  filters: [
    {
      kind: 'enum',
      id: 'type',
      label: 'Tipo',
      options: sharedTypes.map((value) => ({ value, label: documentTypes.account[value] })),
    },
    { kind: 'dates', id: 'shared_at', label: 'Condiviso' },
  ],
  defaultSort: '-shared_at',
  rowId: ({ document_id }) => String(document_id),
  rowName: ({ account_name, file_name }) => `${account_name}, ${file_name}`,
  card: (document) => ({
    title: document.file_name,
    subtitle: `${document.account_name} · ${typeOf(document)}, ${dayShared(document)}`,
  }),
  searches: 'Condominio, nome del file',
}
