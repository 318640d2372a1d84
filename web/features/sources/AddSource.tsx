import { Button } from '@mantine/core'
import { Bank, CreditCard, MailOut, Page } from 'iconoir-react'
import { Suspense, useState } from 'react'
import { usePermission } from '../../session/permissions/permission.ts'
import { Icon, type IconShape } from '../../ui/icons/Icon.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { SendLink } from './SendLink.tsx'
import styles from './Sources.module.css'
import type { Owner, Source } from './source-query.ts'

/** Lazy-loaded: the card fields weigh as much as the page. */
const EnterSource = lazyWithRetry(() => import('./EnterSource.tsx'))

type Way = { label: string; icon: IconShape; type: Source['type'] | null }

const own: Way[] = [
  { label: 'Aggiungi una carta', icon: CreditCard, type: 'card' },
  { label: 'Aggiungi un conto', icon: Bank, type: 'sepa_debit' },
]
/** Cards are typed by their holder; for an account, staff may hold a paper mandate. */
const forOthers: Way[] = [
  { label: 'Manda il link', icon: MailOut, type: null },
  { label: 'Registra un mandato firmato', icon: Page, type: 'sepa_debit' },
]

export function AddSource({ owner, by }: { owner: Owner; by: 'owner' | 'staff' }) {
  const [asking, setAsking] = useState<Way | null>(null)
  const may = usePermission('debits:write')
  const close = () => setAsking(null)
  if (!may) return null
  return (
    <>
      <div className={styles.acts} data-print="away">
        {(by === 'staff' ? forOthers : own).map((way) => (
          <Button
            key={way.label}
            variant="default"
            leftSection={<Icon of={way.icon} />}
            onClick={() => setAsking(way)}
          >
            {way.label}
          </Button>
        ))}
      </div>
      {asking && asking.type === null && <SendLink owner={owner} onClose={close} />}
      {asking?.type && (
        <Suspense fallback={null}>
          <EnterSource owner={owner} type={asking.type} onPaper={by === 'staff'} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
