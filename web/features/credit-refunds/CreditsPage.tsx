import { formatEuro } from '@saldo/domain/money'
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { accountFilter } from '../../records/account-reference.ts'
import { subjectFilter } from '../../records/subject-reference.ts'
import { listSource } from '../../session/list-source.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Clipped } from '../../ui/grid/Clipped.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import type { ListDefinition } from '../../ui/grid/list.ts'
import links from '../../ui/layout/Links.module.css'
import { OtherViews } from '../transfers/TransferViews.tsx'
import type { Credit } from './credit-query.ts'
import { RefundCreditButton } from './RefundCreditButton.tsx'

const creditsList: ListDefinition<Credit> = {
  source: listSource('credits'),
  words: { one: 'credito', many: 'crediti', feminine: false },
  columns: [
    {
      id: 'who',
      header: 'Condòmino',
      width: 170,
      grow: 2,
      sort: true,
      fixed: true,
      cell: ({ subject_id, who }) => (
        <Link {...paths.subject(subject_id)} className={links.link}>
          {who}
        </Link>
      ),
    },
    {
      id: 'account_name',
      header: 'Condominio',
      width: 170,
      grow: 2,
      cell: ({ account_name }) => <Clipped>{account_name}</Clipped>,
    },
    {
      id: 'balance',
      header: 'Credito',
      width: 118,
      align: 'right',
      sort: true,
      cell: ({ balance }) => <Amount cents={balance} size="strong" />,
      total: 'balance',
    },
    {
      id: 'held',
      header: 'In restituzione',
      width: 124,
      align: 'right',
      cell: ({ held }) => held > 0 && <Amount cents={held} />,
      total: 'held',
    },
    {
      id: 'free',
      header: 'Libero',
      width: 118,
      align: 'right',
      cell: ({ free }) => <Amount cents={free} />,
    },
    {
      id: 'refund',
      header: 'Azione',
      width: 124,
      exports: [],
      cell: (credit) => <RefundCreditButton credit={credit} />,
    },
  ],
  filters: [accountFilter, subjectFilter],
  defaultSort: '-balance',
  rowId: ({ credit_id }) => String(credit_id),
  rowName: ({ who, balance }) => `${who}, ${formatEuro(balance)}`,
  card: (credit) => ({
    title: credit.who,
    subtitle:
      credit.held > 0
        ? `${credit.account_name} · ${formatEuro(credit.held)} in restituzione`
        : credit.account_name,
    amount: credit.balance,
    state: <RefundCreditButton credit={credit} />,
  }),
  summary: ({ balance = 0 }) => formatEuro(balance),
  searches: 'Condòmino',
}

/** What condominiums owe to payers, each with the way to give it back. */
export const CreditsPage = () => (
  <>
    <title>Crediti · Saldo</title>
    <DataGrid
      list={creditsList}
      title="Crediti dei condòmini"
      views={<OtherViews />}
      empty={
        <EmptyState title="Nessun credito">
          Quando qualcuno paga più di quanto deve, l’eccedenza resta qui a suo credito: la usi per una
          bolletta o gliela restituisci con un bonifico.
        </EmptyState>
      }
    />
  </>
)
