import { accountFilter } from '../../records/account-reference.ts'
import type { Subject } from '../../records/subject-query.ts'
import { listSource } from '../../session/list-source.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { OverdueAmount } from '../../ui/data/OverdueAmount.tsx'
import { owedSentence } from '../../ui/data/owed-words.ts'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { balanced, billStates } from '../../ui/data/states.ts'
import { TwoLineCell } from '../../ui/data/TwoLineCell.tsx'
import { addressLine } from '../../ui/format/address-line.ts'
import { Clipped } from '../../ui/grid/Clipped.tsx'
import { formatCount, type ListDefinition } from '../../ui/grid/list.ts'
import { withoutFigures } from '../../ui/grid/without-figures.ts'

export const subjectsList: ListDefinition<Subject> = {
  source: listSource('subjects'),
  words: { one: 'persona', many: 'persone', feminine: true },
  columns: [
    {
      id: 'nominative',
      header: 'Nome o ragione sociale',
      width: 220,
      grow: 3,
      sort: true,
      fixed: true,
      exports: ['nominative', 'address', 'city', 'prov'],
      cell: (subject) => <TwoLineCell first={subject.nominative} second={addressLine(subject)} />,
    },
    {
      id: 'residue',
      header: 'Residuo',
      width: 112,
      align: 'right',
      sort: true,
      cell: (subject) =>
        isBalanced(subject) ? (
          <StateLabel state={balanced} />
        ) : (
          <Amount cents={subject.residue} size="strong" />
        ),
    },
    {
      id: 'overdue',
      header: 'Scaduto',
      width: 108,
      align: 'right',
      sort: true,
      cell: ({ overdue }) => <OverdueAmount cents={overdue} />,
    },
    {
      id: 'bills_count',
      header: 'Bollette',
      width: 84,
      align: 'right',
      sort: true,
      yields: true,
      cell: ({ bills_count }) => bills_count !== null && formatCount(bills_count),
    },
    {
      id: 'email',
      header: 'E-mail',
      width: 186,
      grow: 3,
      yields: true,
      cell: ({ email }) =>
        email ? <Clipped>{email}</Clipped> : <span style={{ color: 'var(--saldo-dim)' }}>manca</span>,
    },
    {
      id: 'fiscal_code',
      header: 'Codice fiscale',
      width: 176,
      yields: true,
      cell: ({ fiscal_code }) => fiscal_code,
    },
    { id: 'phone', header: 'Telefono', width: 128, hidden: true, cell: ({ phone }) => phone },
  ],
  filters: [
    accountFilter,
    {
      kind: 'choice',
      id: 'debt',
      label: 'Residuo',
      options: [
        { value: 'overdue', label: 'Con importi scaduti' },
        { value: 'due', label: 'Con qualcosa da pagare' },
        { value: 'none', label: 'In pari' },
      ],
    },
    {
      kind: 'choice',
      id: 'email',
      label: 'E-mail',
      options: [
        { value: 'with', label: 'Con e-mail' },
        { value: 'without', label: 'Senza e-mail' },
      ],
    },
    {
      kind: 'choice',
      id: 'call_back',
      label: 'Da richiamare',
      options: [
        { value: 'due', label: 'Entro oggi' },
        { value: 'open', label: 'In qualsiasi giorno' },
      ],
    },
  ],
  defaultSort: 'nominative',
  rowId: ({ subject_id }) => String(subject_id),
  rowName: ({ nominative }) => nominative,
  card: (subject) => ({
    title: subject.nominative,
    subtitle: subject.email ?? subject.fiscal_code ?? 'senza e-mail',
    amount: subject.residue ?? 0,
    state: isBalanced(subject) ? (
      <StateLabel state={balanced} />
    ) : (
      (subject.overdue ?? 0) > 0 && <StateLabel state={billStates.overdue} />
    ),
  }),
  amount: { of: ({ residue }) => residue ?? 0, total: 'residue' },
  summary: (sums) => owedSentence('residuo', sums),
  searches: 'Nome, codice fiscale, e-mail',
}

/** The list for users who may not see bills. */
export const subjectsWithoutFigures = withoutFigures(subjectsList, [
  'residue',
  'overdue',
  'bills_count',
  'debt',
])

const isBalanced = ({ residue, bills_count }: Subject) => residue === 0 && bills_count !== 0
