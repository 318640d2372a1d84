import { Button } from '@mantine/core'
import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { paths } from '../../paths.ts'
import { IfPermitted } from '../../session/permissions/IfPermitted.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { booksClosed } from '../../ui/data/states.ts'
import links from '../../ui/layout/Links.module.css'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import styles from './BooksState.module.css'
import type { CashRow } from './books-query.ts'

const CloseDialog = lazyWithRetry(() => import('./CloseDialog.tsx'))
const ReopenDialog = lazyWithRetry(() => import('./ReopenDialog.tsx'))

/** A condominium's cash today, until when its books are closed, and the related actions. */
export function BooksState({ position }: { position: CashRow }) {
  const [dialog, setDialog] = useState<'close' | 'reopen' | null>(null)
  const { account_id, closed_to } = position
  return (
    <div className={styles.state}>
      <dl className={styles.places}>
        {places(position).map(([name, cents]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatEuro(cents)}</dd>
          </div>
        ))}
      </dl>
      <Link {...paths.journal({ account_id: String(account_id) })} className={links.link}>
        Prima nota
      </Link>
      <div className={styles.closing}>
        {closed_to ? (
          <>
            <StateLabel state={booksClosed} /> <span>fino al {formatDate(closed_to)}</span>
          </>
        ) : (
          <span className={styles.open}>Nessun periodo chiuso</span>
        )}
        <IfPermitted permission="payments:write">
          <Button variant="default" size="xs" onClick={() => setDialog('close')}>
            Chiudi i conti
          </Button>
          {closed_to && (
            <Button variant="default" size="xs" onClick={() => setDialog('reopen')}>
              Riapri
            </Button>
          )}
        </IfPermitted>
      </div>
      <Suspense>
        {dialog === 'close' && <CloseDialog account={position} onClose={() => setDialog(null)} />}
        {dialog === 'reopen' && closed_to && (
          <ReopenDialog account={position} closed_to={closed_to} onClose={() => setDialog(null)} />
        )}
      </Suspense>
    </div>
  )
}

/** The bank always; other cash accounts if not zero. */
const places = ({
  bank,
  provider,
  connected,
  in_transit,
  disputed,
  credits,
  debt,
}: CashRow): [string, number][] => [
  ['In banca', bank],
  ['Presso il provider', provider],
  ...(
    [
      ['Account incassi', connected],
      ['In transito', in_transit],
      ['Contestate', disputed],
      ['Crediti dei condòmini', credits],
      ['Da rendere a Saldo', debt],
    ] as [string, number][]
  ).filter(([, cents]) => cents !== 0),
]
