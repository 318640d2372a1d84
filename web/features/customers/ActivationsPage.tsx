import { formatDateTime } from '@saldo/domain/dates'
import { Link, useNavigate } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { listSource } from '../../session/list-source.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Clipped } from '../../ui/grid/Clipped.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import type { ListDefinition } from '../../ui/grid/list.ts'
import links from '../../ui/layout/Links.module.css'
import { type Activation, dueLine, missingLine } from './activation-words.ts'
import styles from './Customer.module.css'

const taker = ({ taken_by_name }: Activation) => taken_by_name ?? 'Nessuno'

const activationsList: ListDefinition<Activation> = {
  source: listSource('activations'),
  words: { one: 'cliente da attivare', many: 'clienti da attivare', feminine: false },
  columns: [
    {
      id: 'business_name',
      header: 'Ragione sociale',
      width: 200,
      grow: 2,
      sort: true,
      fixed: true,
      cell: ({ business_name }) => <Clipped>{business_name}</Clipped>,
    },
    {
      id: 'missing',
      header: 'Manca',
      width: 280,
      grow: 4,
      cell: (activation) => <Clipped>{missingLine(activation)}</Clipped>,
    },
    {
      id: 'created_at',
      header: 'In attesa dal',
      width: 110,
      sort: true,
      cell: ({ created_at }) => formatDateTime(created_at).slice(0, 10),
    },
    { id: 'due_on', header: 'Rispondi entro', width: 140, cell: dueLine },
    {
      id: 'taken_by_name',
      header: 'Se ne occupa',
      width: 150,
      grow: 1,
      cell: (activation) => <Clipped>{taker(activation)}</Clipped>,
    },
    { id: 'city', header: 'Comune', width: 130, hidden: true, cell: ({ city }) => <Clipped>{city}</Clipped> },
  ],
  filters: [
    {
      kind: 'choice',
      id: 'taken',
      label: 'Se ne occupa',
      options: [
        { value: 'me', label: 'Io' },
        { value: 'nobody', label: 'Nessuno' },
      ],
    },
  ],
  defaultSort: 'created_at',
  rowId: ({ customer_id }) => String(customer_id),
  rowName: ({ business_name }) => business_name,
  card: (activation) => ({
    title: activation.business_name,
    subtitle: `Manca: ${missingLine(activation)} · ${taker(activation)}`,
  }),
  searches: 'Nome, partita IVA, comune, e-mail',
}

/** The offices that await activation; opening one shows its check list. */
export function ActivationsPage() {
  const navigate = useNavigate()
  return (
    <>
      <title>Clienti da attivare · Saldo</title>
      <DataGrid
        list={activationsList}
        title="Clienti da attivare"
        views={
          <p className={styles.views}>
            <Link {...paths.customers()} className={links.link}>
              Tutti i clienti
            </Link>
            <Link {...paths.documentChecks()} className={links.link}>
              Verifica documenti
            </Link>
          </p>
        }
        empty={
          <EmptyState title="Nessun cliente da attivare">
            Chi si registra compare qui con quello che manca, e ci resta finché non lo attivi.
          </EmptyState>
        }
        onOpen={({ customer_id }) => void navigate(paths.customerPage(customer_id))}
      />
    </>
  )
}
