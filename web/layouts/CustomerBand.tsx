import { useQuery } from '@tanstack/react-query'
import { Eye } from 'iconoir-react'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useChangeCustomer } from '../session/customer/useChangeCustomer.ts'
import { useChosenCustomer } from '../session/customer/useChosenCustomer.ts'
import { customerQuery, customerStateQuery } from '../session/queries.ts'
import { LinkButton } from '../ui/buttons/PlainButton.tsx'
import { Icon } from '../ui/icons/Icon.tsx'
import { lazyWithRetry } from '../ui/lazy-with-retry.ts'
import { useShortcuts } from '../ui/shortcuts.ts'
import styles from './CustomerBand.module.css'

const CustomerChooser = lazyWithRetry(() => import('../features/customers/CustomerChooser.tsx'))
const LeaveUnsaved = lazyWithRetry(() =>
  import('../session/customer/LeaveUnsaved.tsx').then((dialog) => ({ default: dialog.LeaveUnsaved })),
)

/**
 * Shows a super user whose data are on screen (impersonation), and changes the customer or returns to all customers.
 */
export function CustomerBand() {
  const id = useChosenCustomer()
  const customer = useQuery({ ...customerQuery(id ?? 0), enabled: id !== null })
  const state = useQuery({ ...customerStateQuery(id ?? 0), enabled: id !== null })
  const [choosing, setChoosing] = useState(false)
  const { change, asked, go, stay } = useChangeCustomer()
  useShortcuts(leaving)
  useLeaveKey(() => id !== null && change(null))

  return (
    <div className={styles.band} data-print="away">
      <Icon of={Eye} />
      <span role="status">
        Dati di{' '}
        {id === null ? (
          <strong>tutti i clienti</strong>
        ) : (
          <strong>{customer.data?.business_name ?? '…'}</strong>
        )}
        {id !== null && ` (cliente ${id})`}
        {id !== null && state.data && state.data.error !== 'OK' && `. ${state.data.message}`}
      </span>
      <div className={styles.acts}>
        {id !== null && (
          <LinkButton aria-keyshortcuts="Alt+U" onClick={() => change(null)}>
            Lascia il cliente <kbd className={styles.key}>{leaveKey}</kbd>
          </LinkButton>
        )}
        <LinkButton onClick={() => setChoosing(true)}>
          {id === null ? 'Scegli un cliente' : 'Cambia'}
        </LinkButton>
      </div>
      <Suspense>
        {choosing && <CustomerChooser onClose={() => setChoosing(false)} />}
        {asked && <LeaveUnsaved onGo={() => void go(asked.id)} onStay={stay} />}
      </Suspense>
    </div>
  )
}

const leaving = {
  name: 'Clienti',
  shortcuts: [{ keys: 'alt+u', does: 'Lascia il cliente, torna a tutti' }],
}
const leaveKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌥ U' : 'Alt U'

/**
 * Alt+U (“uscita”) returns to all customers: no browser uses it, and it types no letter. Off while typing and inside
 * dialogs.
 */
function useLeaveKey(leave: () => void) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.code !== 'KeyU') return
    if (isTyping(event.target) || document.querySelector('[aria-modal="true"], dialog[open]')) return
    event.preventDefault()
    leave()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

const isTyping = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]') !== null
