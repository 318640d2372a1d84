import { Button } from '@mantine/core'
import { Link as LinkIcon, Prohibition } from 'iconoir-react'
import { useState } from 'react'
import { copyLink } from '../../records/copy-bill-link.ts'
import { usePermission } from '../../session/permissions/permission.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { CancelDebit } from './CancelDebit.tsx'
import styles from './Debits.module.css'
import type { Debit } from './debit-query.ts'

/** What can be done about a debit now: stop it before it starts, or hand over the link after it failed. */
export function DebitActions({ debit }: { debit: Debit }) {
  const [asking, setAsking] = useState(false)
  const may = usePermission('debits:write')
  const mayReadBills = usePermission('bills:read')
  const stoppable = may && (debit.state === 'planned' || debit.state === 'notified')
  const payable = mayReadBills && (debit.state === 'failed' || debit.state === 'cancelled')
  if (!stoppable && !payable) return null
  return (
    <div className={styles.acts} data-print="away">
      {payable && (
        <Button
          variant={debit.state === 'failed' ? 'filled' : 'default'}
          leftSection={<Icon of={LinkIcon} />}
          onClick={() => void copyLink(debit.bill_id)}
        >
          Copia il link per pagare
        </Button>
      )}
      {stoppable && (
        <Button variant="default" leftSection={<Icon of={Prohibition} />} onClick={() => setAsking(true)}>
          Annulla l’addebito
        </Button>
      )}
      {asking && <CancelDebit debit={debit} onClose={() => setAsking(false)} />}
    </div>
  )
}
