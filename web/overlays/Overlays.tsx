import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { installServiceWorker } from '../service-worker/register.ts'
import { noticesFor } from './app-status.ts'
import { Banners } from './Banners.tsx'
import { CacheNotice } from './CacheNotice.tsx'
import { FailedLoadBanner } from './FailedLoadBanner.tsx'
import { MaintenanceNotice } from './MaintenanceNotice.tsx'
import { OfflineBanner } from './OfflineBanner.tsx'
import { UpdatePrompt } from './UpdatePrompt.tsx'
import { changeAppStatus, onAppStatus, readAppStatus, startVersionChecks } from './version-check.ts'

const build = { version: __APP_VERSION__, debug: import.meta.env.DEV }
/**
 * Milliseconds after the load before the service worker caches this build: the page has loaded its own files by then.
 */
const keepsAfter = 5000

/**
 * Notices about the app itself, over or above any page: offline, maintenance, a newer build, a part that did not load.
 * `onBack` runs when the server can be reached again, `onMaintenance` when a maintenance refuses a call; `dataFrom` returns when the data on screen were loaded
 * (milliseconds).
 */
export default function Overlays({
  onBack = nothing,
  onMaintenance = nothing,
  dataFrom = nobody,
  onRetry = nothing,
  banners,
}: {
  onBack?: () => void
  onMaintenance?: () => void
  dataFrom?: () => number | null
  onRetry?: () => unknown
  /** Above the page besides those of the app itself. */
  banners?: ReactNode
}) {
  const appStatus = useSyncExternalStore(onAppStatus, readAppStatus)
  const [wantsUpdate, setWantsUpdate] = useState(false)
  useEffect(() => startVersionChecks(onBack, onMaintenance), [onBack, onMaintenance])
  useEffect(() => {
    const timer = setTimeout(() => void installServiceWorker(), keepsAfter)
    return () => clearTimeout(timer)
  }, [])
  const shown = noticesFor(appStatus, build)
  const latest = appStatus.newest?.latest ?? build.version

  return (
    <>
      <Banners>
        {shown.banner && (
          <OfflineBanner
            how={shown.banner}
            since={appStatus.lostSince ?? Date.now()}
            dataFrom={dataFrom()}
            onRetry={onRetry}
          />
        )}
        {shown.prompt && (
          <UpdatePrompt
            built={build.version}
            latest={latest}
            wanted={wantsUpdate}
            onWanted={() => setWantsUpdate(true)}
            onLater={() => {
              setWantsUpdate(false)
              changeAppStatus({ postponed: true })
            }}
          />
        )}
        <FailedLoadBanner updatable={shown.prompt} />
        {banners}
      </Banners>
      {shown.notice === 'maintenance' && (
        <MaintenanceNotice
          triedAt={appStatus.triedAt}
          flagged={appStatus.flagged}
          keptOut={appStatus.keptOut}
          onRetry={onRetry}
        />
      )}
      {shown.notice === 'outdated' && (
        <CacheNotice
          built={build.version}
          latest={latest}
          onGoOn={shown.mayGoOn ? () => changeAppStatus({ postponed: true }) : undefined}
        />
      )}
    </>
  )
}

function nothing() {}
const nobody = () => null
