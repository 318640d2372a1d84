import { Button, Kbd, Modal, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Search } from 'iconoir-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { api, type Reply } from '../../api.ts'
import { paths } from '../../paths.ts'
import { chooseCustomer } from '../../session/session.ts'
import { Icon } from '../../ui/Icon.tsx'
import { QueryError } from '../../ui/QueryError.tsx'
import { Bar, Loading } from '../../ui/Skeleton.tsx'
import styles from './CustomerChooser.module.css'
import { CustomerRow } from './CustomerRow.tsx'

export type Customer = Reply<'GET /v1/customers'>['items'][number]

const headers = [
  'Id',
  'Ragione sociale',
  'Tipo',
  'Indirizzo',
  'Città',
  'CAP',
  'Prov.',
  'Nome',
  'Codice fiscale',
  'Partita IVA',
  'E-mail',
  'Telefono',
]
const most = 200

/** Full screen, for super users: every customer, found by typing; arrows move, Enter or a click chooses, Escape closes. */
export default function CustomerChooser({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [q] = useDebouncedValue(text.trim(), 200)
  const found = useQuery({
    queryKey: ['customers', 'list', q],
    queryFn: ({ signal }) => api('GET /v1/customers', { query: { q: q || undefined, limit: most }, signal }),
    placeholderData: keepPreviousData,
  })
  const customers = found.data?.items ?? []
  const [at, setAt] = useState(0)
  const table = useRef<HTMLTableElement>(null)

  const choose = (id: number | null) => {
    chooseCustomer(id)
    onClose()
    void navigate(paths.dashboard())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by) {
      const next = Math.max(0, Math.min(customers.length - 1, at + by))
      setAt(next)
      table.current?.tBodies[0]?.rows[next]?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && customers[at]) choose(customers[at].customer_id)
    else return
    event.preventDefault()
  }

  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen
      withCloseButton={false}
      padding={0}
      transitionProps={{ duration: 0 }}
      title="Quale cliente?"
      classNames={{ header: styles.hiddenTitle, content: styles.content }}
    >
      <header className={styles.head}>
        <h1 className={styles.title}>Quale cliente?</h1>
        <TextInput
          className={styles.search}
          aria-label="Cerca un cliente"
          data-autofocus
          leftSection={<Icon of={Search} />}
          rightSectionWidth={110}
          rightSection={
            found.data && (
              <span className={styles.count}>
                {counted(customers.length, found.data.next_cursor !== null)}
              </span>
            )
          }
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
        <Button variant="default" onClick={() => choose(null)}>
          Tutti i clienti
        </Button>
        <Button variant="default" onClick={onClose} rightSection={<Kbd size="xs">Esc</Kbd>}>
          Chiudi
        </Button>
      </header>
      <section className={styles.frame} aria-label="Clienti" tabIndex={-1}>
        <table ref={table} className={styles.table}>
          <thead>
            <tr>
              {headers.map((header) => (
                <th key={header} scope="col">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {customers.map((customer, index) => (
              <CustomerRow
                key={customer.customer_id}
                customer={customer}
                typed={q}
                current={index === at}
                onChoose={choose}
              />
            ))}
          </tbody>
        </table>
        {found.isPending && (
          <Loading what="i clienti">
            <Bar height={200} />
          </Loading>
        )}
        {found.isSuccess && customers.length === 0 && <p className={styles.none}>Nessun dato disponibile.</p>}
        {found.isError && (
          <QueryError
            error={found.error}
            what="Non riesco a mostrare i clienti"
            onRetry={() => void found.refetch()}
          />
        )}
      </section>
    </Modal>
  )
}

const counted = (count: number, more: boolean) => (more ? `i primi ${count}` : `${count} trovati`)
