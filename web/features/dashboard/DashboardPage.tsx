import { formatLongDate, today } from '@saldo/domain/dates'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { useChosenCustomer } from '../../session/customer/useChosenCustomer.ts'
import { endFirstHome } from '../../session/first-home.ts'
import { customerStateQuery, meQuery, shownCustomer } from '../../session/queries.ts'
import { noteResidentHome } from '../../session/stored-session.ts'
import styles from '../../ui/layout/Page.module.css'
import { ConsumerDashboard } from './ConsumerDashboard.tsx'
import { DashboardSkeleton } from './DashboardSkeleton.tsx'
import { capital } from './month-names.ts'
import { StaffDashboard } from './StaffDashboard.tsx'
import { WaitingDashboard } from './WaitingDashboard.tsx'

/** The dashboard of the user's variant. */
export function DashboardPage() {
  const { data: user } = useSuspenseQuery(meQuery)
  useChosenCustomer()
  const customer = shownCustomer(user)
  const asks = customer !== null && !user.flag_super_user
  const state = useQuery({ ...customerStateQuery(customer ?? 0), enabled: asks })
  const day = capital(formatLongDate(today()).replace(/ \d{4}$/, ''))

  const resident = user.role === 'consumer'
  useLayoutEffect(() => {
    if (resident) noteResidentHome()
    else endFirstHome()
  }, [resident])

  if (resident) return <ConsumerDashboard name={user.nominative} />
  return (
    <div className={styles.page}>
      <title>Dashboard · Saldo</title>
      {asks && state.isPending ? (
        <DashboardSkeleton />
      ) : user.flag_store || (asks && state.data?.error !== 'OK') ? (
        <WaitingDashboard day={day} state={state.data} store={user.flag_store} />
      ) : (
        <StaffDashboard day={day} everyone={user.flag_super_user && customer === null} />
      )}
    </div>
  )
}
