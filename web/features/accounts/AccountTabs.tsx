import { Link, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { paths } from '../../paths.ts'
import type { Query } from '../../ui/grid/list.ts'
import { Loading, TextSkeleton } from '../../ui/Skeleton.tsx'
import styles from './AccountTabs.module.css'
import type { Account } from './account-query.ts'
import { accountTabs, tabNamed } from './account-tabs.ts'

/** The parts of a condominium's page: each is an address, and loads when it is opened. */
export function AccountTabs({ account }: { account: Account }) {
  const open = tabNamed((useSearch({ strict: false }) as Query).tab)
  const [first] = accountTabs
  return (
    <>
      <nav className={styles.tabs} aria-label="Parti del condominio" data-print="away">
        {accountTabs.map(({ id, label }) => (
          <Link
            key={id}
            {...paths.accountPage(account.account_id, id === first.id ? undefined : id)}
            aria-current={id === open.id ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      <Suspense
        fallback={
          <Loading what={open.label}>
            <TextSkeleton lines={8} />
          </Loading>
        }
      >
        <open.Tab key={account.account_id} account={account} />
      </Suspense>
    </>
  )
}
