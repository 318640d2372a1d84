import { formatDate } from '@saldo/domain/dates'
import { fileKindNames, scanNames } from '@saldo/domain/files/file-kind'
import { listSource } from '../../session/list-source.ts'
import { DateCell } from '../../ui/data/DateCell.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { TwoLineCell } from '../../ui/data/TwoLineCell.tsx'
import { Clipped } from '../../ui/grid/Clipped.tsx'
import { formatCount, type ListDefinition } from '../../ui/grid/list.ts'
import { dayOf } from '../payments/payment-words.ts'
import type { StoredFile } from './file-query.ts'
import { stateOfFile, weightInWords } from './file-words.ts'

const options = <Value extends string>(labels: Record<Value, string>) =>
  Object.entries<string>(labels).map(([value, label]) => ({ value, label }))

export const filesList: ListDefinition<StoredFile> = {
  source: listSource('files'),
  words: { one: 'file', many: 'file', feminine: false },
  columns: [
    {
      id: 'name',
      header: 'File',
      width: 200,
      grow: 3,
      fixed: true,
      exports: ['name', 'mime'],
      cell: ({ name, kind }) => <TwoLineCell first={name} second={fileKindNames[kind]} />,
    },
    {
      id: 'kind',
      header: 'Tipo',
      width: 150,
      hidden: true,
      cell: ({ kind }) => fileKindNames[kind],
    },
    {
      id: 'customer_name',
      header: 'Cliente',
      width: 130,
      grow: 2,
      cell: ({ customer_name }) => <Clipped>{customer_name}</Clipped>,
    },
    {
      id: 'bytes',
      header: 'Dimensione',
      width: 84,
      align: 'right',
      sort: true,
      cell: ({ bytes }) => weightInWords(bytes),
    },
    {
      id: 'scan',
      header: 'Stato',
      width: 150,
      exports: ['scan', 'removed_at'],
      cell: (file) => <StateLabel state={stateOfFile(file)} />,
    },
    {
      id: 'tags',
      header: 'Etichette',
      width: 84,
      grow: 1,
      yields: true,
      cell: ({ tags }) => <Clipped>{tags.join(', ')}</Clipped>,
    },
    {
      id: 'keep_until',
      header: 'Si conserva',
      width: 96,
      yields: true,
      cell: ({ on_hold, keep_until }) =>
        on_hold ? 'Bloccato' : keep_until ? formatDate(keep_until) : 'Sempre',
    },
    {
      id: 'downloads',
      header: 'Aperture',
      width: 76,
      align: 'right',
      yields: true,
      exports: ['downloads', 'last_download_at'],
      cell: ({ downloads }) => formatCount(downloads),
    },
    {
      id: 'stored_by_name',
      header: 'Da',
      width: 130,
      hidden: true,
      cell: ({ stored_by_name }) => stored_by_name ?? 'Sistema',
    },
    {
      id: 'stored_at',
      header: 'Dal',
      width: 108,
      sort: true,
      yields: true,
      cell: ({ stored_at }) => <DateCell day={dayOf(stored_at)} />,
    },
  ],
  filters: [
    { kind: 'enum', id: 'kind', label: 'Tipo', options: options(fileKindNames) },
    { kind: 'enum', id: 'scan', label: 'Antivirus', options: options(scanNames) },
    {
      kind: 'enum',
      id: 'state',
      label: 'Stato',
      options: options({ present: 'Conservato', missing: 'Manca nell’archivio', removed: 'Eliminato' }),
    },
    {
      kind: 'choice',
      id: 'on_hold',
      label: 'Blocco',
      options: options({ yes: 'Bloccato', no: 'Non bloccato' }),
    },
    { kind: 'text', id: 'tag', label: 'Etichetta' },
    { kind: 'dates', id: 'stored_at', label: 'Conservato' },
  ],
  defaultSort: '-stored_at',
  opensOn: { filters: { state: 'present,missing' }, sort: '-stored_at' },
  rowId: ({ file_id }) => String(file_id),
  rowName: ({ name, customer_name }) => `${name}, ${customer_name}`,
  card: (file) => ({
    title: file.name,
    subtitle: `${fileKindNames[file.kind]} · ${file.customer_name} · ${weightInWords(file.bytes)}`,
    state: <StateLabel state={stateOfFile(file)} />,
  }),
  summary: ({ bytes }) => weightInWords(bytes ?? 0),
  searches: 'Nome del file, cliente',
}
