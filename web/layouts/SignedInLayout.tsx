import { useMantineColorScheme } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { isConsumerBuild } from '../edition.ts'
import { useChosenCustomer } from '../session/customer/useChosenCustomer.ts'
import { followLiveUpdates } from '../session/live-updates.ts'
import { meQuery } from '../session/queries.ts'
import { preferencesAtStart, usePreferences } from '../ui/theme/preferences.ts'
import { ConsumerLayout } from './ConsumerLayout.tsx'
import { DashboardLayout } from './DashboardLayout.tsx'

/**
 * The layout for signed-in users; residents, and everybody in the b2c build, get the one without sidebar. Renders the
 * route's page, or `children` when no route matched.
 */
export function SignedInLayout({ children }: { children?: ReactNode }) {
  const { data: user } = useSuspenseQuery(meQuery)
  const customer = useChosenCustomer()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the events are those of the customer on screen
  useEffect(() => followLiveUpdates(), [customer])
  useSyncedPreferences(user.user_id)
  const consumer = user.role === 'consumer' || isConsumerBuild
  return consumer ? (
    <ConsumerLayout user={user}>{children}</ConsumerLayout>
  ) : (
    <DashboardLayout key={customer} user={user}>
      {children}
    </DashboardLayout>
  )
}

/** Applies the chosen theme, and synchronises the user's preferences across browsers. */
function useSyncedPreferences(user_id: number) {
  const { theme } = usePreferences()
  const { setColorScheme } = useMantineColorScheme()
  useEffect(() => setColorScheme(theme === 'system' ? 'auto' : theme), [theme, setColorScheme])
  useEffect(() => {
    const left = new AbortController()
    const before = preferencesAtStart(user_id)
    void import('../session/sync-preferences.ts').then(({ syncPreferences }) => {
      if (!left.signal.aborted) left.signal.addEventListener('abort', syncPreferences(user_id, before))
    })
    return () => left.abort()
  }, [user_id])
}
