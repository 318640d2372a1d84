import { api } from '../../../api.ts'
import { accountFilter } from '../../../records/account-reference.ts'
import { nameOfBudget, searchBudgets } from '../../../records/budget-reference.ts'
import { subjectFilter } from '../../../records/subject-reference.ts'
import { listSource } from '../../../session/list-source.ts'
import { queries } from '../../../session/queries.ts'
import { Amount } from '../../../ui/data/Amount.tsx'
import { billProgress } from '../../../ui/data/bill-progress.ts'
import { DateCell } from '../../../ui/data/DateCell.tsx'
import { owedSentence } from '../../../ui/data/owed-words.ts'
import { StateLabel } from '../../../ui/data/StateLabel.tsx'
import { billStates } from '../../../ui/data/states.ts'
import { TwoLineCell } from '../../../ui/data/TwoLineCell.tsx'
import { Clipped } from '../../../ui/grid/Clipped.tsx'
import type { ListDefinition } from '../../../ui/grid/list.ts'
import { BillLines } from '../BillLines.tsx'
import type { Bill } from '../bill-query.ts'
import { billWords, purposeOf } from '../bill-words.ts'
import { firstView } from './bill-views.ts'

export const billsList: ListDefinition<Bill> = {
  source: listSource('bills'),
  words: billWords,
  columns: [
    {
      id: 'number',
      header: 'Numero',
      width: 104,
      sort: true,
      fixed: true,
      cell: ({ number }) => <Clipped>{number}</Clipped>,
    },
    {
      id: 'subject_nominative',
      header: 'Intestatario',
      width: 144,
      grow: 2,
      sort: true,
      exports: ['subject_nominative', 'unit', 'description'],
      cell: (bill) => <TwoLineCell first={bill.subject_nominative} second={purposeOf(bill)} />,
    },
    {
      id: 'account_name',
      header: 'Condominio',
      width: 120,
      grow: 2,
      sort: true,
      yields: true,
      cell: ({ account_name }) => <Clipped>{account_name}</Clipped>,
    },
    {
      id: 'issue_date',
      header: 'Emessa il',
      width: 108,
      sort: true,
      hidden: true,
      cell: ({ issue_date }) => <DateCell day={issue_date} />,
    },
    {
      id: 'next_due_date',
      header: 'Scadenza',
      width: 108,
      sort: true,
      cell: ({ next_due_date }) => <DateCell day={next_due_date} />,
    },
    {
      id: 'amount',
      header: 'Importo',
      width: 98,
      align: 'right',
      sort: true,
      cell: ({ amount }) => <Amount cents={amount} size="strong" />,
      total: 'amount',
    },
    {
      id: 'settled',
      header: 'Incassato',
      width: 72,
      cell: (bill) => <BillLines bill={bill} />,
      printed: (bill) => billProgress(bill) && <Amount cents={bill.settled} />,
      total: 'settled',
    },
    {
      id: 'residue',
      header: 'Residuo',
      width: 98,
      align: 'right',
      sort: true,
      yields: true,
      cell: (bill) => billProgress(bill) && <Amount cents={bill.residue} />,
      total: 'residue',
    },
    {
      id: 'state',
      header: 'Stato',
      width: 120,
      cell: ({ state }) => <StateLabel state={billStates[state]} />,
    },
  ],
  filters: [
    {
      kind: 'enum',
      id: 'state',
      label: 'Stato',
      options: Object.entries(billStates).map(([value, { word }]) => ({ value, label: word })),
    },
    {
      kind: 'choice',
      id: 'money',
      label: 'Importi',
      options: [
        { value: 'residue', label: 'Con residuo' },
        { value: 'overdue', label: 'Con importi scaduti' },
        { value: 'falling_due', label: 'In scadenza entro 30 giorni' },
        { value: 'settled', label: 'Con incassi' },
      ],
    },
    accountFilter,
    subjectFilter,
    { kind: 'dates', id: 'next_due_date', label: 'Scadenza' },
    { kind: 'dates', id: 'issue_date', label: 'Emissione' },
    { kind: 'amounts', id: 'amount', label: 'Importo' },
    {
      kind: 'reference',
      id: 'import_id',
      label: 'Importazione',
      search: searchImports,
      name: async (id) => {
        // No part of the first load: it brings along all that imports can do.
        const { importQuery } = await import('../../imports/import-query.ts')
        return (await queries.fetchQuery(importQuery('bills', Number(id)))).file_name
      },
    },
    {
      kind: 'reference',
      id: 'budget_id',
      label: 'Preventivo',
      search: searchBudgets,
      name: nameOfBudget,
    },
  ],
  defaultSort: '-issue_date',
  opensOn: firstView,
  rowId: ({ bill_id }) => String(bill_id),
  rowName: ({ number, subject_nominative }) => `${number}, ${subject_nominative}`,
  card: (bill) => ({
    title: bill.subject_nominative,
    subtitle: purposeOf(bill),
    amount: bill.amount,
    lines: billProgress(bill),
    state: <StateLabel state={billStates[bill.state]} />,
  }),
  amount: { of: ({ amount }) => amount, total: 'amount' },
  summary: (sums) => owedSentence('residuo', sums),
  searches: 'Numero, persona, condominio',
}

/** Filter options: the latest imports of bills; few enough to load all and search here. */
async function searchImports(text: string, signal: AbortSignal) {
  const imports = await api('GET /v1/bills/import', { query: { limit: 50 }, signal })
  return imports
    .filter(
      ({ state, file_name }) => state === 'done' && file_name.toLowerCase().includes(text.toLowerCase()),
    )
    .map(({ import_id, file_name, counts }) => ({
      value: String(import_id),
      label: file_name,
      hint: `${counts.new_bills} bollette`,
    }))
}
