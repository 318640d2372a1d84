import { changesLine, nounNames } from '@saldo/domain/audit/audit-words'
import { formatDateTime } from '@saldo/domain/dates'
import { accountFilter } from '../../records/account-reference.ts'
import { listSource } from '../../session/list-source.ts'
import { Clipped } from '../../ui/grid/Clipped.tsx'
import type { ListDefinition } from '../../ui/grid/list.ts'
import { type AuditLine, actOf, actorOf, labelOf } from './audit-words.ts'

export const auditList: ListDefinition<AuditLine> = {
  source: listSource('audit'),
  words: { one: 'modifica', many: 'modifiche', feminine: true },
  columns: [
    {
      id: 'at',
      header: 'Quando',
      width: 148,
      sort: true,
      fixed: true,
      cell: ({ at }) => <time dateTime={at}>{formatDateTime(at)}</time>,
    },
    { id: 'actor', header: 'Chi', width: 180, grow: 1, cell: (line) => <Clipped>{actorOf(line)}</Clipped> },
    {
      id: 'act',
      header: 'Azione',
      width: 200,
      grow: 1,
      exports: ['act', 'noun'],
      cell: (line) => <Clipped>{actOf(line)}</Clipped>,
    },
    { id: 'label', header: 'Nome', width: 180, grow: 1, cell: (line) => <Clipped>{labelOf(line)}</Clipped> },
    {
      id: 'changes',
      header: 'Che cosa è cambiato',
      width: 240,
      grow: 3,
      yields: true,
      cell: (line) => <Clipped>{changesLine(line)}</Clipped>,
    },
  ],
  filters: [
    {
      kind: 'choice',
      id: 'noun',
      label: 'Che cosa',
      options: Object.entries(nounNames).map(([value, label]) => ({ value, label })),
    },
    {
      kind: 'choice',
      id: 'by',
      label: 'Chi ha agito',
      options: [
        { value: 'office', label: 'Lo studio' },
        { value: 'back_office', label: 'Saldo, per lo studio' },
      ],
    },
    { kind: 'dates', id: 'at', label: 'Quando' },
    accountFilter,
  ],
  defaultSort: '-at',
  rowId: ({ audit_id }) => String(audit_id),
  rowName: (line) => `${actOf(line)}, ${labelOf(line) ?? ''}`,
  card: (line) => ({
    title: actOf(line),
    subtitle: [labelOf(line), actorOf(line), formatDateTime(line.at)].filter(Boolean).join(' · '),
  }),
  searches: 'Nome, chi ha agito',
}
