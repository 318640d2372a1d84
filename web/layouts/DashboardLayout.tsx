import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { Menu as MenuIcon } from 'iconoir-react'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import type { Reply } from '../api.ts'
import { MessagesBell } from '../features/messages/MessagesBell.tsx'
import { useVariant } from '../session/permissions/useVariant.ts'
import { searches } from '../session/permissions/variant.ts'
import { IconButton } from '../ui/buttons/PlainButton.tsx'
import { ScrollTop } from '../ui/buttons/ScrollTop.tsx'
import { Wordmark } from '../ui/icons/LogoMark.tsx'
import { PrintedOn } from '../ui/layout/PrintedOn.tsx'
import { lazyWithRetry } from '../ui/lazy-with-retry.ts'
import { AppearanceMenu } from './AppearanceMenu.tsx'
import styles from './DashboardLayout.module.css'
import { KeyboardShortcuts } from './KeyboardShortcuts.tsx'
import { SearchBox } from './SearchBox.tsx'
import { SkipLink } from './SkipLink.tsx'
import { Sidebar } from './sidebar/Sidebar.tsx'
import { UserMenu } from './UserMenu.tsx'

// Only the back office has it.
const CustomerBand = lazyWithRetry(() =>
  import('./CustomerBand.tsx').then((file) => ({ default: file.CustomerBand })),
)
const NarrowSidebar = lazyWithRetry(() => import('./sidebar/NarrowSidebar.tsx'))

/**
 * Sidebar, toolbar, page, footer: for administrators, stores and the back office. Routes marked `wide` use the whole
 * window.
 */
export function DashboardLayout({
  user,
  children,
}: {
  user: Reply<'GET /v1/users/me'>
  children?: ReactNode
}) {
  const narrow = useMediaQuery('(max-width: 767.9px)', undefined, { getInitialValueInEffect: false })
  const [opened, drawer] = useDisclosure(false)
  const scroller = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const { variant } = useVariant(user)
  const wide = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.wide) })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the drawer and begins at its top
  useEffect(() => {
    drawer.close()
    scroller.current?.scrollTo(0, 0)
  }, [pathname])

  return (
    <div className={styles.layout} data-print="flows">
      <SkipLink />
      <KeyboardShortcuts variant={variant} granted={user} drawer={!narrow} />
      {narrow ? (
        <Suspense>
          <NarrowSidebar user={user} opened={opened} onClose={drawer.close} />
        </Suspense>
      ) : (
        <Sidebar user={user} />
      )}
      <div className={styles.side} data-print="flows">
        <header className={styles.toolbar} data-print="away">
          {narrow && (
            <>
              <IconButton icon={MenuIcon} size={20} label="Apri il menu" onClick={drawer.open} />
              <Wordmark />
            </>
          )}
          <SearchBox user={user} records={searches.includes(variant)} />
          <ScrollTop key={pathname} />
          <div className={styles.tools}>
            <AppearanceMenu rows />
            <MessagesBell superUser={user.flag_super_user} />
            <UserMenu user={user} />
          </div>
        </header>
        {user.flag_super_user && (
          <Suspense fallback={<div className={styles.band} />}>
            <CustomerBand />
          </Suspense>
        )}
        <main
          id="main"
          ref={scroller}
          className={styles.main}
          data-wide={wide || undefined}
          data-scroller
          data-print="flows"
          tabIndex={-1}
        >
          <PrintedOn />
          {children ?? <Outlet />}
          <footer className={styles.foot} data-print="away">
            Saldo {__APP_VERSION__}
          </footer>
        </main>
      </div>
    </div>
  )
}
