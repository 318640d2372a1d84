import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { flowFormatLabel } from '@saldo/domain/payments/flow'
import { useNavigate } from '@tanstack/react-router'
import { CheckCircle, WarningTriangle } from 'iconoir-react'
import type { Reply } from '../../api.ts'
import { paths } from '../../paths.ts'
import { accountFilter } from '../../records/account-reference.ts'
import { listSource } from '../../session/list-source.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { DateCell } from '../../ui/data/DateCell.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import type { State } from '../../ui/data/states.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Clipped } from '../../ui/grid/Clipped.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { formatCount, formatCountOf, type ListDefinition } from '../../ui/grid/list.ts'
import { ImportButton } from './TransfersHead.tsx'
import { OtherViews } from './TransferViews.tsx'

type Statement = Reply<'GET /v1/bank-statements'>['items'][number]

/** Whether the statement begins where the one before it ended. */
function continuity({ gap }: Pick<Statement, 'gap'>): State | null {
  if (gap === null) return null
  if (gap === 0) return { tone: 'success', word: 'Continua', icon: CheckCircle }
  return { tone: 'danger', word: `Manca un estratto: ${formatEuro(gap)}`, icon: WarningTriangle }
}

const continuityLabel = (statement: Statement) => {
  const state = continuity(statement)
  return state && <StateLabel state={state} />
}

const statementsList: ListDefinition<Statement> = {
  source: listSource('bank-statements'),
  words: { one: 'estratto', many: 'estratti', feminine: false },
  columns: [
    {
      id: 'account_name',
      header: 'Condominio',
      width: 150,
      grow: 2,
      fixed: true,
      cell: ({ account_name }) => <Clipped>{account_name}</Clipped>,
    },
    { id: 'starts_on', header: 'Dal', width: 104, cell: ({ starts_on }) => <DateCell day={starts_on} /> },
    {
      id: 'ends_on',
      header: 'Al',
      width: 104,
      sort: true,
      cell: ({ ends_on }) => <DateCell day={ends_on} />,
    },
    {
      id: 'opening',
      header: 'Saldo iniziale',
      width: 118,
      align: 'right',
      cell: ({ opening }) => <Amount cents={opening} />,
    },
    {
      id: 'closing',
      header: 'Saldo finale',
      width: 118,
      align: 'right',
      cell: ({ closing }) => <Amount cents={closing} size="strong" />,
    },
    { id: 'gap', header: 'Continuità', width: 190, grow: 1, cell: continuityLabel },
    {
      id: 'movements',
      header: 'Movimenti',
      width: 92,
      align: 'right',
      exports: ['movements', 'known'],
      cell: ({ movements }) => formatCount(movements),
      total: ({ movements }) => formatCount(movements ?? 0),
    },
    {
      id: 'pending',
      header: 'In attesa',
      width: 84,
      align: 'right',
      cell: ({ pending }) => formatCount(pending),
    },
    {
      id: 'format',
      header: 'Formato',
      width: 130,
      cell: ({ format }) => <Clipped>{flowFormatLabel(format)}</Clipped>,
    },
    {
      id: 'file_name',
      header: 'File',
      width: 130,
      grow: 1,
      hidden: true,
      cell: ({ file_name }) => <Clipped>{file_name}</Clipped>,
    },
  ],
  filters: [accountFilter, { kind: 'dates', id: 'ends_on', label: 'Fine' }],
  defaultSort: '-ends_on',
  rowId: ({ statement_id }) => String(statement_id),
  rowName: ({ account_name, ends_on }) => `${account_name}, al ${formatDate(ends_on)}`,
  card: (statement) => ({
    title: statement.account_name,
    subtitle: `al ${formatDate(statement.ends_on)} · ${formatCountOf(statement.movements, { one: 'movimento', many: 'movimenti' })}`,
    amount: statement.closing ?? undefined,
    state: continuityLabel(statement),
  }),
  summary: ({ movements }) => formatCountOf(movements ?? 0, { one: 'movimento', many: 'movimenti' }),
  searches: 'Condominio, file, riferimento',
}

/** The statements of all accounts, with their balances; one whose forerunner is missing says so. */
export function StatementsPage() {
  const navigate = useNavigate()
  return (
    <>
      <title>Estratti conto · Saldo</title>
      <DataGrid
        list={statementsList}
        title="Estratti conto"
        views={<OtherViews />}
        start={<ImportButton />}
        empty={
          <EmptyState title="Nessun estratto ancora" action={<ImportButton label="Importa un estratto" />}>
            Qui trovi gli estratti dei conti dei condomìni con i loro saldi. Se fra due manca qualcosa, te lo
            dice.
          </EmptyState>
        }
        onOpen={({ statement_id }) =>
          void navigate(paths.transfers({ statement_id: String(statement_id), sort: '-booked_on' }))
        }
      />
    </>
  )
}
