import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followLive } from '../session/live.ts'
import { meQuery } from '../session/queries.ts'
import { useChosenCustomer } from '../session/useChosenCustomer.ts'
import { ConsumerLayout } from './ConsumerLayout.tsx'
import { DashboardLayout } from './DashboardLayout.tsx'

/** The layout of whoever is signed in; consumers, and everyone in the b2c build, get the one without drawer. */
export function SignedInLayout() {
  const { data: user } = useSuspenseQuery(meQuery)
  const customer = useChosenCustomer()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the events are those of the customer on screen
  useEffect(() => followLive(), [customer])
  const consumer = user.role === 'consumer' || import.meta.env.MODE === 'b2c'
  return consumer ? <ConsumerLayout user={user} /> : <DashboardLayout key={customer} user={user} />
}
