import { formatDateTime } from '@saldo/domain/dates'
import { runKindLabels, runStateLabels, versionStateLabels } from '@saldo/domain/queries/labels'
import type { ListColumn } from '../../exports/export-reply.ts'

const instant = (header: string, name: string): ListColumn => ({
  header,
  kind: 'text',
  value: (row) => (row[name] === null ? null : formatDateTime(row[name])),
})

/** The columns of exported queries. */
export const savedQueryColumns: Record<string, ListColumn> = {
  name: { header: 'Nome', kind: 'text' },
  description: { header: 'Descrizione', kind: 'text' },
  tags: { header: 'Etichette', kind: 'text', value: ({ tags }) => (tags as string[]).join(', ') },
  version: { header: 'Versione approvata', kind: 'number' },
  newest_state: {
    header: 'Ultima versione',
    kind: 'text',
    value: ({ newest_state }) => versionStateLabels[newest_state as keyof typeof versionStateLabels],
  },
  runs: { header: 'Esecuzioni', kind: 'number' },
  last_run_at: instant('Ultima esecuzione', 'last_run_at'),
  updated_at: instant('Modificata il', 'updated_at'),
}

/** The columns of exported runs. */
export const queryRunColumns: Record<string, ListColumn> = {
  started_at: instant('Quando', 'started_at'),
  nominative: { header: 'Chi', kind: 'text' },
  query_name: { header: 'Interrogazione', kind: 'text' },
  version: { header: 'Versione', kind: 'number' },
  text: { header: 'Testo', kind: 'text' },
  kind: {
    header: 'Cosa',
    kind: 'text',
    value: ({ kind }) => runKindLabels[kind as keyof typeof runKindLabels],
  },
  state: {
    header: 'Esito',
    kind: 'text',
    value: ({ state }) => runStateLabels[state as keyof typeof runStateLabels],
  },
  rows: { header: 'Righe', kind: 'number' },
  milliseconds: { header: 'Millisecondi', kind: 'number' },
  customer_name: { header: 'Solo i dati di', kind: 'text' },
}
