import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followLive } from '../session/live.ts'
import { meQuery } from '../session/queries.ts'
import { useChosenCustomer } from '../session/useChosenCustomer.ts'
import { isConsumerBuild } from '../session/variant.ts'
import { ConsumerLayout } from './ConsumerLayout.tsx'
import { DashboardLayout } from './DashboardLayout.tsx'
import { usePreferencesOf } from './usePreferencesOf.ts'

/** The layout of whoever is signed in; consumers, and everyone in the b2c build, get the one without drawer. */
export function SignedInLayout() {
  const { data: user } = useSuspenseQuery(meQuery)
  const customer = useChosenCustomer()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the events are those of the customer on screen
  useEffect(() => followLive(), [customer])
  usePreferencesOf(user.user_id)
  const consumer = user.role === 'consumer' || isConsumerBuild
  return consumer ? <ConsumerLayout user={user} /> : <DashboardLayout key={customer} user={user} />
}
