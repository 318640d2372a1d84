import type { Reply } from '../../../api.ts'
import { billHash } from '../../../public/public-page.ts'
import { listSource } from '../../../session/list-source.ts'
import { Amount } from '../../../ui/data/Amount.tsx'
import { DateCell } from '../../../ui/data/DateCell.tsx'
import { StateLabel } from '../../../ui/data/StateLabel.tsx'
import { billStates } from '../../../ui/data/states.ts'
import { TwoLineCell } from '../../../ui/data/TwoLineCell.tsx'
import type { ListDefinition } from '../../../ui/grid/list.ts'
import links from '../../../ui/layout/Links.module.css'
import { StatementButton } from './StatementButton.tsx'

export type MyIssuedBill = Reply<'GET /v1/mybills/issued'>['items'][number]

const { draft: _draft, ...issuedStates } = billStates

export const myIssuedBillsList: ListDefinition<MyIssuedBill> = {
  source: { ...listSource('mybills/issued'), noun: 'bills' },
  words: { one: 'bolletta', many: 'bollette', feminine: true },
  columns: [
    {
      id: 'number',
      header: 'Bolletta',
      width: 104,
      fixed: true,
      cell: ({ number, token }) => (
        <a className={links.name} href={billHash(token)}>
          {number}
        </a>
      ),
    },
    {
      id: 'account_name',
      header: 'Condominio',
      width: 164,
      grow: 2,
      sort: true,
      exports: ['account_name', 'description', 'unit'],
      cell: ({ account_name, description, unit }) => (
        <TwoLineCell first={account_name} second={[description, unit].filter(Boolean).join(' · ')} />
      ),
    },
    {
      id: 'issue_date',
      header: 'Emessa il',
      width: 104,
      sort: true,
      cell: ({ issue_date }) => <DateCell day={issue_date} />,
    },
    {
      id: 'next_due_date',
      header: 'Scadenza',
      width: 104,
      hidden: true,
      cell: ({ next_due_date }) => <DateCell day={next_due_date} />,
    },
    {
      id: 'amount',
      header: 'Importo',
      width: 88,
      align: 'right',
      sort: true,
      exports: ['amount', 'settled', 'residue'],
      cell: ({ amount }) => <Amount cents={amount} size="strong" />,
      total: 'amount',
    },
    {
      id: 'state',
      header: 'Stato',
      width: 124,
      cell: ({ state }) => <StateLabel state={billStates[state]} />,
    },
    {
      id: 'statement',
      header: 'Estratto',
      width: 84,
      exports: [],
      cell: (bill) => (
        <StatementButton of={bill} year={bill.issue_date.slice(0, 4)}>
          PDF {bill.issue_date.slice(0, 4)}
        </StatementButton>
      ),
    },
  ],
  filters: [
    {
      kind: 'enum',
      id: 'state',
      label: 'Stato',
      options: Object.entries(issuedStates).map(([value, { word, icon }]) => ({ value, label: word, icon })),
    },
    { kind: 'dates', id: 'issue_date', label: 'Emessa' },
  ],
  defaultSort: '-issue_date',
  rowId: ({ bill_id }) => String(bill_id),
  rowName: ({ account_name, number }) => `${account_name}, ${number}`,
  card: (bill) => ({
    title: bill.account_name,
    subtitle: `${bill.number} · ${bill.description}`,
    amount: bill.amount,
    state: <StateLabel state={billStates[bill.state]} />,
  }),
  searches: 'Condominio, bolletta',
}
