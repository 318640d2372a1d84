import { useEffect } from 'react'
import { meQuery, queries } from '../session/queries.ts'
import { StepUp } from '../session/StepUp.tsx'
import { backoffAfter } from './backoff.ts'
import Overlays from './Overlays.tsx'
import { changeAppStatus, readAppStatus } from './version-check.ts'

/** The overlays of whoever is signed in: they know the user and the data on screen. */
export default function ShellOverlays() {
  useEffect(followFlag, [])
  return (
    <>
      <StepUp />
      <Overlays onBack={refetch} dataFrom={oldestOnScreen} onRetry={askMe} />
    </>
  )
}

/** What is on screen is asked for again, and what failed for want of a connection with it. */
const refetch = () => void queries.invalidateQueries()
const askMe = () => queries.fetchQuery({ ...meQuery, staleTime: 0 }).catch(() => undefined)

/** When the oldest data on screen came, in milliseconds since 1970. */
function oldestOnScreen(): number | null {
  const moments = queries
    .getQueryCache()
    .findAll({ type: 'active' })
    .filter(({ queryKey, state }) => state.dataUpdatedAt > 0 && queryKey[0] !== 'cities')
    .map(({ state }) => state.dataUpdatedAt)
  return moments.length > 0 ? Math.min(...moments) : null
}

/** `flag_under_maintenance` of the signed-in user, asked again with growing waits for as long as it is set. */
function followFlag() {
  let asked = 0
  let again: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    const flagged = queries.getQueryData(meQuery.queryKey)?.flag_under_maintenance ?? false
    if (flagged !== readAppStatus().flagged) changeAppStatus({ flagged })
    clearTimeout(again)
    if (!flagged) asked = 0
    // From four seconds on: whoever set the flag needs longer than a moment.
    else again = setTimeout(askMe, backoffAfter(3 + asked++, Math.random()))
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
