import { formatDateTime } from '@saldo/domain/dates'
import { useQuery } from '@tanstack/react-query'
import { useMatches } from '@tanstack/react-router'
import { EditPencil, Eye } from 'iconoir-react'
import { Suspense, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { useChangeCustomer } from '../session/customer/useChangeCustomer.ts'
import { useChosenCustomer } from '../session/customer/useChosenCustomer.ts'
import {
  endImpersonation,
  impersonationQuery,
  onImpersonationRequest,
  readImpersonationRequest,
} from '../session/impersonation/impersonation.ts'
import { customerQuery, customerStateQuery, queries } from '../session/queries.ts'
import { LinkButton } from '../ui/buttons/PlainButton.tsx'
import { alertToast } from '../ui/feedback/toast.ts'
import { Icon } from '../ui/icons/Icon.tsx'
import { lazyWithRetry } from '../ui/lazy-with-retry.ts'
import { useShortcuts } from '../ui/shortcuts.ts'
import styles from './CustomerBand.module.css'

const CustomerChooser = lazyWithRetry(() => import('../features/customers/CustomerChooser.tsx'))
const LeaveUnsaved = lazyWithRetry(() =>
  import('../session/customer/LeaveUnsaved.tsx').then((dialog) => ({ default: dialog.LeaveUnsaved })),
)

const ImpersonateDialog = lazyWithRetry(() => import('../features/impersonation/ImpersonateDialog.tsx'))

/**
 * Shows a super user whose data are on screen, and changes the customer or returns to all customers. To change
 * something for a customer they impersonate it (*Agisci come*): then it shows why, and until when.
 */
export function CustomerBand() {
  const id = useChosenCustomer()
  const customer = useQuery({ ...customerQuery(id ?? 0), enabled: id !== null })
  const state = useQuery({ ...customerStateQuery(id ?? 0), enabled: id !== null })
  const ofAll = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.ofAll) })
  const [choosing, setChoosing] = useState(false)
  const { change, asked, go, stay } = useChangeCustomer()
  const impersonation = useImpersonation(id)
  const request = useSyncExternalStore(onImpersonationRequest, readImpersonationRequest)
  const [starting, setStarting] = useState(false)
  useShortcuts(leaving)
  useLeaveKey(() => id !== null && change(null))

  return (
    <div className={impersonation ? `${styles.band} ${styles.acting}` : styles.band} data-print="away">
      <Icon of={impersonation ? EditPencil : Eye} />
      <span role="status">
        {impersonation ? 'Agisci come' : 'Dati di'}{' '}
        {id === null ? (
          <strong>tutti i clienti</strong>
        ) : (
          <strong>{customer.data?.business_name ?? '…'}</strong>
        )}
        {id !== null && ` (cliente ${id})`}
        {id !== null && state.data && state.data.error !== 'OK' && `. ${state.data.message}`}
        {impersonation && `: ${impersonation.reason}`}
        {id !== null && ofAll && '. In questa pagina: tutti i clienti.'}
      </span>
      {impersonation && <TimeLeft until={impersonation.until} />}
      <div className={styles.acts}>
        {impersonation ? (
          <LinkButton onClick={() => void end()}>Termina</LinkButton>
        ) : (
          id !== null && <LinkButton onClick={() => setStarting(true)}>Agisci come</LinkButton>
        )}
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
        {request ? (
          <ImpersonateDialog
            customer_id={request.customer_id}
            onDone={request.done}
            onClose={request.cancel}
          />
        ) : (
          starting &&
          id !== null && (
            <ImpersonateDialog
              customer_id={id}
              onDone={() => setStarting(false)}
              onClose={() => setStarting(false)}
            />
          )
        )}
        {asked && <LeaveUnsaved onGo={() => void go(asked.id)} onStay={stay} />}
      </Suspense>
    </div>
  )
}

/** A failure leaves it open: the band still says so. */
const end = () => endImpersonation('button').catch((error: Error) => alertToast(error.message, 'danger'))

/** The impersonation of the customer on screen; it ends by itself. */
function useImpersonation(id: number | null) {
  const { data: open } = useQuery({ ...impersonationQuery, enabled: id !== null })
  const impersonation = open && open.customer_id === id ? open : null
  const until = impersonation?.until
  useEffect(() => {
    if (!until) return
    const left = Date.parse(until) - Date.now()
    const over = setTimeout(() => void queries.invalidateQueries(impersonationQuery), Math.max(left, 1000))
    return () => clearTimeout(over)
  }, [until])
  return impersonation
}

const everyQuarterMinute = 15_000
/** Beside the status, so that a screen reader does not repeat it as it runs down. */
function TimeLeft({ until }: { until: string }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), everyQuarterMinute)
    return () => clearInterval(ticking)
  }, [])
  const minutes = Math.max(1, Math.ceil((Date.parse(until) - now) / 60_000))
  return (
    <time dateTime={until} title={`Fino alle ${formatDateTime(until)}`}>
      {minutes === 1 ? 'ancora un minuto' : `ancora ${minutes} minuti`}
    </time>
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
