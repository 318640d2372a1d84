import { formatEuro } from '@saldo/domain/money'
import { noticeKindLabels } from '@saldo/domain/payments/notice'
import { accountFilter } from '../../records/account-reference.ts'
import { listSource } from '../../session/list-source.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { DateCell } from '../../ui/data/DateCell.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { TwoLineCell } from '../../ui/data/TwoLineCell.tsx'
import { Clipped } from '../../ui/grid/Clipped.tsx'
import type { ListDefinition } from '../../ui/grid/list.ts'
import { nameOfFlow, searchFlows } from '../flows/flow-reference.ts'
import { dayOf } from '../payments/payment-words.ts'
import type { Notice } from './notice-query.ts'
import { noticeStateOf, noticeWords } from './notice-words.ts'

/** Notices of bills, which banks collect. */
export const noticesList: ListDefinition<Notice> = {
  source: listSource('notices'),
  words: noticeWords,
  columns: [
    {
      id: 'due_on',
      header: 'Scadenza',
      width: 108,
      sort: true,
      fixed: true,
      cell: ({ due_on }) => <DateCell day={due_on} />,
    },
    {
      id: 'who',
      header: 'Chi paga',
      width: 180,
      grow: 3,
      exports: ['who', 'bill_number'],
      cell: ({ who, bill_number }) => <TwoLineCell first={who} second={bill_number} />,
    },
    {
      id: 'account_name',
      header: 'Condominio',
      width: 150,
      grow: 2,
      yields: true,
      cell: ({ account_name }) => <Clipped>{account_name}</Clipped>,
    },
    {
      id: 'creditor_number',
      header: 'Avviso',
      width: 116,
      yields: true,
      exports: ['kind', 'creditor_number'],
      cell: ({ kind, creditor_number }) => (
        <TwoLineCell first={noticeKindLabels[kind]} second={creditor_number} />
      ),
    },
    {
      id: 'amount',
      header: 'Importo',
      width: 112,
      align: 'right',
      sort: true,
      cell: ({ amount }) => <Amount cents={amount} size="strong" />,
      total: 'amount',
    },
    {
      id: 'state',
      header: 'Stato',
      width: 150,
      cell: ({ state }) => <StateLabel state={noticeStateOf[state]} />,
    },
    {
      id: 'paid_on',
      header: 'Pagato il',
      width: 108,
      yields: true,
      cell: ({ paid_on }) => paid_on && <DateCell day={paid_on} />,
    },
    {
      id: 'created_at',
      header: 'Creato il',
      width: 108,
      sort: true,
      yields: true,
      cell: ({ created_at }) => <DateCell day={dayOf(created_at)} />,
    },
    {
      id: 'actor',
      header: 'Da chi',
      width: 120,
      hidden: true,
      cell: ({ actor }) => <Clipped>{actor}</Clipped>,
    },
  ],
  filters: [
    {
      kind: 'enum',
      id: 'state',
      label: 'Stato',
      options: Object.entries(noticeStateOf).map(([value, { word, icon }]) => ({ value, label: word, icon })),
    },
    { kind: 'dates', id: 'due_on', label: 'Scadenza' },
    accountFilter,
    {
      kind: 'reference',
      id: 'flow_id',
      label: 'File',
      search: searchFlows('notice_order,notice_outcome'),
      name: nameOfFlow,
    },
  ],
  defaultSort: '-created_at',
  rowId: ({ notice_id }) => String(notice_id),
  rowName: ({ who, bill_number, amount }) => `${who}, ${bill_number}, ${formatEuro(amount)}`,
  card: ({ who, bill_number, account_name, amount, state }) => ({
    title: who,
    subtitle: `${bill_number} · ${account_name}`,
    amount,
    state: <StateLabel state={noticeStateOf[state]} />,
  }),
  amount: { of: ({ amount }) => amount, total: 'amount' },
  summary: ({ amount = 0 }) => formatEuro(amount),
  searches: 'Persona, bolletta, numero dell’avviso',
}
