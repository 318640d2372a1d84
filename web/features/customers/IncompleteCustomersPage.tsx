import { Button } from '@mantine/core'
import { formatDateTime } from '@saldo/domain/dates'
import { customerFieldNames } from '@saldo/domain/registry/customer'
import { Link, useNavigate } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { listSource } from '../../session/list-source.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Clipped } from '../../ui/grid/Clipped.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import type { ListDefinition } from '../../ui/grid/list.ts'
import { newKey } from '../../ui/grid/useListKeys.ts'
import links from '../../ui/layout/Links.module.css'
import styles from './Customer.module.css'
import type { IncompleteCustomer } from './customer-query.ts'

const called = ({ business_name }: IncompleteCustomer) => business_name ?? 'Senza nome'
const wanting = ({ missing }: IncompleteCustomer) =>
  Object.keys(missing)
    .map((field) => customerFieldNames[field as keyof typeof customerFieldNames])
    .join(', ') || 'niente: si può completare'

const incompleteList: ListDefinition<IncompleteCustomer> = {
  source: listSource('customers/incomplete'),
  words: { one: 'incompleto', many: 'incompleti', feminine: false },
  columns: [
    {
      id: 'business_name',
      header: 'Ragione sociale',
      width: 200,
      grow: 2,
      fixed: true,
      cell: (customer) => called(customer),
    },
    {
      id: 'missing',
      header: 'Manca',
      width: 260,
      grow: 3,
      cell: (customer) => <Clipped>{wanting(customer)}</Clipped>,
    },
    {
      id: 'city',
      header: 'Comune',
      width: 130,
      exports: ['city', 'prov'],
      cell: ({ city }) => <Clipped>{city}</Clipped>,
    },
    {
      id: 'primary_email',
      header: 'E-mail',
      width: 190,
      grow: 1,
      cell: ({ primary_email }) => <Clipped>{primary_email}</Clipped>,
    },
    {
      id: 'updated_at',
      header: 'Ultima modifica',
      width: 130,
      sort: true,
      exports: [],
      cell: ({ updated_at }) => formatDateTime(updated_at),
    },
    {
      id: 'created_by',
      header: 'Di',
      width: 120,
      exports: [],
      cell: ({ created_by }) => <Clipped>{created_by}</Clipped>,
    },
  ],
  filters: [],
  defaultSort: '-updated_at',
  rowId: ({ incomplete_id }) => String(incomplete_id),
  rowName: called,
  card: (customer) => ({ title: called(customer), subtitle: `Manca: ${wanting(customer)}` }),
  searches: 'Nome, partita IVA, comune, e-mail',
}

/** Customers with missing data; opening one continues its form. */
export function IncompleteCustomersPage() {
  const navigate = useNavigate()
  return (
    <>
      <title>Clienti incompleti · Saldo</title>
      <DataGrid
        list={incompleteList}
        title="Clienti incompleti"
        actions={
          <Button aria-keyshortcuts={newKey} onClick={() => void navigate(paths.newCustomer())}>
            Nuovo
          </Button>
        }
        views={
          <p className={styles.views}>
            <Link {...paths.customers()} className={links.link}>
              Tutti i clienti
            </Link>
          </p>
        }
        empty={
          <EmptyState title="Nessun cliente incompleto">
            Un cliente nuovo a cui manca qualche dato si tiene qui, e si completa dopo.
          </EmptyState>
        }
        onOpen={({ incomplete_id }) => void navigate(paths.incompleteCustomer(incomplete_id))}
      />
    </>
  )
}
