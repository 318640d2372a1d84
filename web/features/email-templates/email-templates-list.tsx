import { formatDateTime } from '@saldo/domain/dates'
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { listSource } from '../../session/list-source.ts'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { Clipped } from '../../ui/grid/Clipped.tsx'
import type { ListDefinition } from '../../ui/grid/list.ts'
import links from '../../ui/layout/Links.module.css'
import type { EmailTemplateRow } from './email-template-query.ts'
import { areaNames, kindNames, liveWords, sandboxWords, stateOf } from './email-template-words.ts'

const nameOf = ({ template_id, name }: EmailTemplateRow) => (
  <Link {...paths.emailTemplate(template_id)} className={links.link}>
    {name}
  </Link>
)

export const emailTemplatesList: ListDefinition<EmailTemplateRow> = {
  source: listSource('settings/email/template'),
  words: { one: 'modello', many: 'modelli', feminine: false },
  columns: [
    { id: 'name', header: 'Modello', width: 230, grow: 3, sort: true, fixed: true, cell: nameOf },
    { id: 'area', header: 'Tipo', width: 100, cell: ({ area }) => areaNames[area] },
    {
      id: 'draft',
      header: 'Stato',
      width: 150,
      cell: (row) => <StateLabel state={stateOf(row)} />,
    },
    { id: 'live_number', header: 'In uso', width: 130, cell: (row) => liveWords(row) },
    { id: 'sandbox_number', header: 'In prova', width: 100, cell: sandboxWords },
    { id: 'kind', header: 'Formato', width: 110, cell: ({ kind }) => kindNames[kind] },
    {
      id: 'changed_at',
      header: 'Ultima modifica',
      width: 150,
      sort: true,
      cell: ({ changed_at }) => (changed_at ? formatDateTime(changed_at) : '—'),
    },
    {
      id: 'changed_by_name',
      header: 'Di',
      width: 130,
      grow: 1,
      cell: ({ changed_by_name }) => <Clipped>{changed_by_name ?? '—'}</Clipped>,
    },
  ],
  filters: [
    {
      kind: 'enum',
      id: 'area',
      label: 'Tipo',
      options: Object.entries(areaNames).map(([value, label]) => ({ value, label })),
    },
    {
      kind: 'enum',
      id: 'state',
      label: 'Stato',
      options: [
        { value: 'draft', label: 'Bozza da provare' },
        { value: 'sandbox', label: 'In prova' },
        { value: 'live', label: 'Cambiato e in uso' },
        { value: 'built_in', label: 'Di base' },
      ],
    },
  ],
  defaultSort: 'name',
  rowId: ({ template_id }) => String(template_id),
  rowName: ({ name }) => name,
  card: (row) => ({
    title: nameOf(row),
    subtitle: row.description,
    state: <StateLabel state={stateOf(row)} />,
  }),
  searches: 'Nome, descrizione',
}
