import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ownMaintenanceQuery } from '../session/own-maintenance.ts'
import { meQuery, queries } from '../session/queries.ts'
import { StepUp } from '../session/step-up/StepUp.tsx'
import { AnnouncementBanners } from './AnnouncementBanners.tsx'
import { backoffAfter } from './backoff.ts'
import Overlays from './Overlays.tsx'
import { changeAppStatus, readAppStatus } from './version-check.ts'

/** The overlays for signed-in users: they know the user and the data on screen. */
export default function ShellOverlays() {
  useEffect(followFlag, [])
  useMaintenance()
  return (
    <>
      <StepUp />
      <Overlays
        onBack={refetch}
        onMaintenance={askMaintenance}
        dataFrom={oldestOnScreen}
        onRetry={retry}
        banners={<AnnouncementBanners />}
      />
    </>
  )
}

/** Refetches what is on screen, including queries that failed while offline. */
const refetch = () => void queries.invalidateQueries()
const askMaintenance = () => void queries.invalidateQueries({ queryKey: ownMaintenanceQuery.queryKey })
const retry = () =>
  Promise.all([fetchMe(), queries.invalidateQueries({ queryKey: ownMaintenanceQuery.queryKey })])
const fetchMe = () => queries.fetchQuery({ ...meQuery, staleTime: 0 }).catch(() => undefined)

/** Covers the page while a maintenance keeps the user out, and loads the data anew when it is over. */
function useMaintenance() {
  const { data: keptOut } = useQuery(ownMaintenanceQuery)
  const { data: user } = useQuery({ ...meQuery, enabled: false })
  // Asked without a token that still holds, the server answers for somebody unknown; nobody keeps a super user out.
  const now = user?.flag_super_user ? null : (keptOut ?? null)
  useEffect(() => {
    const before = readAppStatus().keptOut
    changeAppStatus({ keptOut: now })
    if (before && !now) refetch()
  }, [now])
}

/** When the oldest data on screen were loaded, in milliseconds since 1970. */
function oldestOnScreen(): number | null {
  const moments = queries
    .getQueryCache()
    .findAll({ type: 'active' })
    .filter(({ queryKey, state }) => state.dataUpdatedAt > 0 && queryKey[0] !== 'cities')
    .map(({ state }) => state.dataUpdatedAt)
  return moments.length > 0 ? Math.min(...moments) : null
}

/** While the signed-in user has `flag_under_maintenance`, asks for it again with backoff. */
function followFlag() {
  let asked = 0
  let again: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    const flagged = queries.getQueryData(meQuery.queryKey)?.flag_under_maintenance ?? false
    if (flagged !== readAppStatus().flagged) changeAppStatus({ flagged })
    clearTimeout(again)
    if (!flagged) asked = 0
    // The backoff starts at four seconds, because a maintenance takes longer than a moment.
    else again = setTimeout(fetchMe, backoffAfter(3 + asked++, Math.random()))
  }
  look()
  const stop = queries.getQueryCache().subscribe(({ type, query }) => {
    if (query.queryHash === meHash && (type === 'removed' || type === 'updated')) look()
  })
  return () => {
    clearTimeout(again)
    stop()
  }
}
const meHash = JSON.stringify(meQuery.queryKey)
