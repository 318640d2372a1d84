import { formatDateTime } from '@saldo/domain/dates'
import { mailKindName, mailKindNames } from '@saldo/domain/mail/mail-kinds'
import { listSource } from '../../session/list-source.ts'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { TwoLineCell } from '../../ui/data/TwoLineCell.tsx'
import { Clipped } from '../../ui/grid/Clipped.tsx'
import { formatCountOf, type ListDefinition } from '../../ui/grid/list.ts'
import { customerFilter } from './customer-filter.ts'
import type { Email } from './email-query.ts'
import { failureSentence, mailStates } from './mail-states.ts'

export const emailsList: ListDefinition<Email> = {
  source: listSource('emails'),
  words: { one: 'e-mail', many: 'e-mail', feminine: true },
  columns: [
    {
      id: 'created_at',
      header: 'Scritta il',
      width: 140,
      sort: true,
      fixed: true,
      cell: ({ created_at }) => formatDateTime(created_at),
    },
    {
      id: 'to_address',
      header: 'A',
      width: 190,
      grow: 2,
      sort: true,
      cell: ({ to_address, business_name }) => (
        <TwoLineCell first={to_address} second={business_name ?? 'Saldo'} />
      ),
      exports: ['to_address', 'business_name'],
    },
    {
      id: 'subject',
      header: 'Oggetto',
      width: 240,
      grow: 3,
      cell: ({ subject, template }) => <TwoLineCell first={subject} second={mailKindName(template)} />,
      exports: ['subject', 'template'],
    },
    {
      id: 'state',
      header: 'Stato',
      width: 150,
      cell: ({ state }) => <StateLabel state={mailStates[state]} />,
    },
    {
      id: 'failure',
      header: 'Perché',
      width: 170,
      grow: 1,
      yields: true,
      cell: ({ failure }) => <Clipped>{failureSentence(failure) ?? ''}</Clipped>,
    },
    {
      id: 'bill_number',
      header: 'Bolletta',
      width: 110,
      yields: true,
      cell: ({ bill_number }) => bill_number,
    },
    {
      id: 'sent_at',
      header: 'Inviata il',
      width: 140,
      hidden: true,
      cell: ({ sent_at }) => sent_at && formatDateTime(sent_at),
    },
    {
      id: 'opened_at',
      header: 'Aperta il',
      width: 140,
      hidden: true,
      cell: ({ opened_at }) => opened_at && formatDateTime(opened_at),
    },
  ],
  filters: [
    {
      kind: 'enum',
      id: 'state',
      label: 'Stato',
      options: Object.entries(mailStates).map(([value, { word, icon }]) => ({ value, label: word, icon })),
    },
    {
      kind: 'choice',
      id: 'template',
      label: 'Tipo',
      options: Object.entries(mailKindNames)
        .map(([value, label]) => ({ value, label }))
        .sort((one, other) => one.label.localeCompare(other.label, 'it')),
    },
    customerFilter,
    { kind: 'dates', id: 'created_at', label: 'Scritta' },
  ],
  defaultSort: '-created_at',
  rowId: ({ email_id }) => String(email_id),
  rowName: ({ subject, to_address }) => `${subject}, a ${to_address}`,
  card: ({ subject, to_address, state }) => ({
    title: subject,
    subtitle: to_address,
    state: <StateLabel state={mailStates[state]} />,
  }),
  summary: ({ refused = 0, bounced = 0, suppressed = 0 }) => {
    const lost = refused + bounced + suppressed
    return lost > 0 ? formatCountOf(lost, { one: 'non arrivata', many: 'non arrivate' }) : null
  },
  searches: 'Indirizzo, oggetto',
}
