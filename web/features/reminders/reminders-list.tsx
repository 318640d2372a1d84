import { formatEuro } from '@saldo/domain/money'
import { accountFilter } from '../../records/account-reference.ts'
import { subjectFilter } from '../../records/subject-reference.ts'
import { listSource } from '../../session/list-source.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { DateCell } from '../../ui/data/DateCell.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { TwoLineCell } from '../../ui/data/TwoLineCell.tsx'
import { Clipped } from '../../ui/grid/Clipped.tsx'
import { formatCountOf, type ListDefinition } from '../../ui/grid/list.ts'
import { dayOf } from '../payments/payment-words.ts'
import type { Reminder } from './reminder-query.ts'
import { reminderStates } from './reminder-states.ts'

export const remindersList: ListDefinition<Reminder> = {
  source: listSource('reminders'),
  words: { one: 'sollecito', many: 'solleciti', feminine: false },
  columns: [
    {
      id: 'created_at',
      header: 'Preparato il',
      width: 108,
      sort: true,
      fixed: true,
      cell: ({ created_at }) => <DateCell day={dayOf(created_at)} />,
    },
    {
      id: 'subject_nominative',
      header: 'Intestatario',
      width: 170,
      grow: 2,
      sort: true,
      exports: ['subject_nominative', 'to_address', 'channel', 'sent_on', 'delivered_by'],
      cell: ({ subject_nominative, to_address }) => (
        <TwoLineCell first={subject_nominative} second={to_address ?? 'Lettera senza indirizzo'} />
      ),
    },
    {
      id: 'account_name',
      header: 'Condominio',
      width: 140,
      grow: 2,
      sort: true,
      yields: true,
      cell: ({ account_name }) => <Clipped>{account_name}</Clipped>,
    },
    {
      id: 'bills',
      header: 'Bollette',
      width: 124,
      cell: ({ bills }) => <Clipped>{billsInWords(bills)}</Clipped>,
    },
    {
      id: 'step_name',
      header: 'Livello',
      width: 140,
      grow: 1,
      cell: ({ step_name }) => <Clipped>{step_name}</Clipped>,
    },
    {
      id: 'amount',
      header: 'Chiesto',
      width: 108,
      align: 'right',
      sort: true,
      cell: ({ amount }) => <Amount cents={amount} size="strong" />,
      total: 'amount',
    },
    {
      id: 'state',
      header: 'Stato',
      width: 140,
      cell: ({ state }) => <StateLabel state={reminderStates[state]} />,
    },
  ],
  filters: [
    {
      kind: 'enum',
      id: 'state',
      label: 'Stato',
      options: Object.entries(reminderStates).map(([value, { word, icon }]) => ({
        value,
        label: word,
        icon,
      })),
    },
    { kind: 'dates', id: 'created_at', label: 'Preparazione' },
    accountFilter,
    subjectFilter,
    { kind: 'amounts', id: 'amount', label: 'Importo' },
  ],
  defaultSort: '-created_at',
  rowId: ({ reminder_id }) => String(reminder_id),
  rowName: ({ step_name, subject_nominative }) => `${step_name}, ${subject_nominative}`,
  card: (reminder) => ({
    title: reminder.subject_nominative,
    subtitle: `${reminder.step_name} · ${reminder.account_name}`,
    amount: reminder.amount,
    state: <StateLabel state={reminderStates[reminder.state]} />,
  }),
  amount: { of: ({ amount }) => amount, total: 'amount' },
  summary: ({ count = 0, cancelled = 0, amount = 0 }) =>
    cancelled > 0
      ? `${count - cancelled} per ${formatEuro(amount)} · ${formatCountOf(cancelled, { one: 'annullato', many: 'annullati' })}`
      : `chiesti ${formatEuro(amount)}`,
  searches: 'Persona, bolletta, condominio',
}

/** `2026/000085`, `7 bollette` */
function billsInWords(bills: Reminder['bills']): string {
  const [only, ...others] = bills
  return only && others.length === 0
    ? only.number
    : formatCountOf(bills.length, { one: 'bolletta', many: 'bollette' })
}
