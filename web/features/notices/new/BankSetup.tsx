import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { paths } from '../../../paths.ts'
import links from '../../../ui/layout/Links.module.css'
import { lazyWithRetry } from '../../../ui/lazy-with-retry.ts'
import styles from '../Notices.module.css'
import type { Preview } from './preview-query.ts'

const SiaDialog = lazyWithRetry(() => import('./SiaDialog.tsx'))

type Account = Preview['accounts'][number]

/** What condominiums lack for notices, and where to enter it; nothing of those that lack nothing. */
export function BankSetup({
  accounts,
  label,
}: {
  accounts: readonly Account[]
  /** `MAV` or `RiBa`. */
  label: string
}) {
  const [asking, setAsking] = useState<Account | null>(null)
  const lacking = accounts.filter(({ has_iban, sia }) => !has_iban || sia === null)
  if (lacking.length === 0) return null
  return (
    <div>
      {lacking.map((account) => (
        <div key={account.account_id} className={styles.setup}>
          {account.has_iban ? (
            <>
              <p>
                {account.account_name} non ha ancora il codice SIA: lo assegna la sua banca a chi presenta
                {` ${label}`}.
              </p>
              <Button
                variant="default"
                aria-label={`Scrivi il codice SIA di ${account.account_name}`}
                onClick={() => setAsking(account)}
              >
                Scrivi il codice SIA
              </Button>
            </>
          ) : (
            <p>
              {account.account_name} non ha un IBAN italiano: è il conto su cui la banca accredita gli
              incassi.{' '}
              <Link {...paths.accountPage(account.account_id)} className={links.link}>
                Scrivilo nella sua scheda
              </Link>
              .
            </p>
          )}
        </div>
      ))}
      <Suspense>{asking && <SiaDialog account={asking} onClose={() => setAsking(null)} />}</Suspense>
    </div>
  )
}
