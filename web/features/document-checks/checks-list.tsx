import { type DocumentOwner, documentKinds, documentTypeName } from '@saldo/domain/registry/document'
import { listSource } from '../../session/list-source.ts'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { Clipped } from '../../ui/grid/Clipped.tsx'
import { formatCountOf, type ListDefinition } from '../../ui/grid/list.ts'
import { documentStates } from '../documents/document-states.ts'
import { sizeInWords } from '../documents/document-words.ts'
import { customerFilter } from '../emails/customer-filter.ts'
import type { DocumentToCheck } from './check-query.ts'
import { kindOf, waitingSince, whoseOf } from './check-words.ts'

const owners: Record<DocumentOwner, string> = {
  customer: 'Studio',
  account: 'Condominio',
  subject: 'Persona',
}

/** Whether it can be opened: the virus scanner may still look at it. */
export const stateInQueue = ({ scan }: Pick<DocumentToCheck, 'scan'>) =>
  scan === 'waiting' ? documentStates.scanning : documentStates.to_verify

/** The queue of checks. Its columns are those of the file and of the printed list; on screen its rows are cards. */
export const checksList: ListDefinition<DocumentToCheck> = {
  source: listSource('document-checks'),
  words: { one: 'documento', many: 'documenti', feminine: false },
  columns: [
    {
      id: 'customer_name',
      header: 'Cliente',
      width: 200,
      grow: 2,
      sort: true,
      fixed: true,
      cell: ({ customer_name }) => <Clipped>{customer_name}</Clipped>,
    },
    { id: 'kind', header: 'Documento', width: 180, grow: 2, cell: (row) => <Clipped>{kindOf(row)}</Clipped> },
    {
      id: 'whose',
      header: 'Di',
      width: 150,
      grow: 1,
      exports: ['account_name', 'subject_name', 'uploaded_by'],
      cell: (row) => <Clipped>{whoseOf(row)}</Clipped>,
    },
    {
      id: 'file_name',
      header: 'File',
      width: 150,
      grow: 1,
      exports: ['file_name', 'size', 'scan'],
      cell: ({ file_name, size }) => (
        <Clipped>
          {file_name}, {sizeInWords(size)}
        </Clipped>
      ),
    },
    { id: 'created_at', header: 'In attesa da', width: 110, sort: true, cell: waitingSince },
  ],
  filters: [
    customerFilter,
    {
      kind: 'enum',
      id: 'kind',
      label: 'Tipo',
      options: documentKinds.map((value) => {
        const [owner, type] = value.split('.') as [DocumentOwner, string]
        return { value, label: `${owners[owner]}: ${documentTypeName(owner, type)}` }
      }),
    },
    { kind: 'dates', id: 'created_at', label: 'In attesa dal' },
  ],
  defaultSort: 'created_at',
  rowId: ({ document_id }) => String(document_id),
  rowName: (row) => `${kindOf(row)}, ${row.customer_name}`,
  card: (row) => ({
    title: row.customer_name,
    subtitle: `${kindOf(row)} · ${waitingSince(row)}`,
    state: <StateLabel state={stateInQueue(row)} />,
  }),
  summary: ({ customers }) => formatCountOf(customers ?? 0, { one: 'cliente', many: 'clienti' }),
  searches: 'Cliente, condominio, persona, nome del file',
}
