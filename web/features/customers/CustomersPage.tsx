import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Plus } from 'iconoir-react'
import { Suspense, useState } from 'react'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/buttons/PlainButton.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { formatCountOf } from '../../ui/grid/list.ts'
import { newKey } from '../../ui/grid/useListKeys.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import links from '../../ui/layout/Links.module.css'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import styles from './Customer.module.css'
import { CustomerPanel } from './CustomerPanel.tsx'
import { customersList } from './customers-list.tsx'

const NamesDialog = lazyWithRetry(() => import('./NamesDialog.tsx'))

/** The back office's customers, with views of those awaiting activation or a check of documents. */
export function CustomersPage() {
  const navigate = useNavigate()
  const [names, setNames] = useState(false)
  return (
    <>
      <title>Clienti · Saldo</title>
      <DataGrid
        list={customersList}
        title="Clienti"
        actions={
          <Button
            leftSection={<Icon of={Plus} />}
            aria-keyshortcuts={newKey}
            onClick={() => void navigate(paths.newCustomer())}
          >
            Nuovo
          </Button>
        }
        views={
          <p className={styles.views}>
            <Waiting />
            <Incomplete />
            <LinkButton onClick={() => setNames(true)}>Gruppi e settori</LinkButton>
          </p>
        }
        empty={
          <EmptyState title="Nessun cliente">
            Aggiungi il primo con «Nuovo»: potrà entrare appena lo attivi.
          </EmptyState>
        }
        detail={({ id, row, steps }) => <CustomerPanel id={Number(id)} row={row} steps={steps} />}
        onExpand={(id) => void navigate(paths.customerPage(Number(id)))}
      />
      {names && (
        <Suspense fallback={null}>
          <NamesDialog onClose={() => setNames(false)} />
        </Suspense>
      )}
    </>
  )
}

function Waiting() {
  const { data } = useQuery({
    queryKey: ['customers', 'activations', 'summary'],
    queryFn: ({ signal }) => api('GET /v1/activations/summary', { signal }),
  })
  const count = data?.count ?? 0
  return (
    <Link {...paths.activations()} className={links.link}>
      {count === 0 ? 'Da attivare' : `${count} da attivare`}
    </Link>
  )
}

function Incomplete() {
  const { data } = useQuery({
    queryKey: ['customers/incomplete', 'summary', {}],
    queryFn: ({ signal }) => api('GET /v1/customers/incomplete/summary', { signal }),
  })
  const count = data?.count ?? 0
  return (
    <Link {...paths.incompleteCustomers()} className={links.link}>
      {count === 0 ? 'Incompleti' : formatCountOf(count, { one: 'incompleto', many: 'incompleti' })}
    </Link>
  )
}
