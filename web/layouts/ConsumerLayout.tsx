import { Outlet, useLocation } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import type { Reply } from '../api.ts'
import { MessagesBell } from '../features/messages/MessagesBell.tsx'
import { ScrollTop } from '../ui/buttons/ScrollTop.tsx'
import { Wordmark } from '../ui/icons/LogoMark.tsx'
import { PrintedOn } from '../ui/layout/PrintedOn.tsx'
import { lazyWithRetry } from '../ui/lazy-with-retry.ts'
import { AppearanceMenu } from './AppearanceMenu.tsx'
import styles from './ConsumerLayout.module.css'
import { KeyboardShortcuts } from './KeyboardShortcuts.tsx'
import { SearchBox } from './SearchBox.tsx'
import { SkipLink } from './SkipLink.tsx'
import { UserMenu } from './UserMenu.tsx'

// Only for the back office, which may look at the consumer build too.
const CustomerBand = lazyWithRetry(() =>
  import('./CustomerBand.tsx').then((file) => ({ default: file.CustomerBand })),
)

/** The residents' layout: one column of 720 px, no sidebar. A super user chooses a customer here too. */
export function ConsumerLayout({
  user,
  children,
}: {
  user: Reply<'GET /v1/users/me'>
  children?: ReactNode
}) {
  const { pathname } = useLocation()
  return (
    <div className={styles.layout}>
      <SkipLink />
      <KeyboardShortcuts variant="b2c" />
      <SearchBox user={user} records={false} />
      <header className={styles.top} data-print="away">
        <a href="#/dashboard" className={styles.brand}>
          <Wordmark />
        </a>
        <ScrollTop key={pathname} />
        <AppearanceMenu />
        <MessagesBell superUser={user.flag_super_user} />
        <UserMenu user={user} />
      </header>
      {user.flag_super_user && (
        <Suspense>
          <CustomerBand />
        </Suspense>
      )}
      <main id="main" className={styles.main} tabIndex={-1}>
        <PrintedOn />
        {children ?? <Outlet />}
      </main>
      <footer className={styles.foot} data-print="away">
        Saldo {__APP_VERSION__}
      </footer>
    </div>
  )
}
