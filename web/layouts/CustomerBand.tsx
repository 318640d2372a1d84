import { useQuery } from '@tanstack/react-query'
import { Eye } from 'iconoir-react'
import { lazy, Suspense, useState } from 'react'
import { customerQuery } from '../session/queries.ts'
import { useChosenCustomer } from '../session/useChosenCustomer.ts'
import { Icon } from '../ui/Icon.tsx'
import { LinkButton } from '../ui/PlainButton.tsx'
import styles from './CustomerBand.module.css'

const CustomerChooser = lazy(() => import('../features/customers/CustomerChooser.tsx'))

/** A super user always sees whose data is on screen, and can change it. */
export function CustomerBand() {
  const id = useChosenCustomer()
  const customer = useQuery({ ...customerQuery(id ?? 0), enabled: id !== null })
  const [choosing, setChoosing] = useState(false)
  return (
    <div className={styles.band} role="status" data-print="away">
      <Icon of={Eye} />
      <span>
        Dati di{' '}
        {id === null ? (
          <strong>tutti i clienti</strong>
        ) : (
          <strong>{customer.data?.business_name ?? '…'}</strong>
        )}
        {id !== null && ` (cliente ${id})`}
      </span>
      <LinkButton onClick={() => setChoosing(true)}>
        {id === null ? 'Scegli un cliente' : 'Cambia'}
      </LinkButton>
      {choosing && (
        <Suspense>
          <CustomerChooser onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </div>
  )
}
