import { useEffect, useState, useSyncExternalStore } from 'react'
import { keepForOffline } from '../service-worker/register.ts'
import { Bands } from './Bands.tsx'
import { CacheNotice } from './CacheNotice.tsx'
import { MaintenanceNotice } from './MaintenanceNotice.tsx'
import { OfflineBanner } from './OfflineBanner.tsx'
import { StuckBand } from './StuckBand.tsx'
import { shownOf } from './standing.ts'
import { UpdatePrompt } from './UpdatePrompt.tsx'
import { change, onStanding, readStanding, watch } from './watch.ts'

const build = { version: __APP_VERSION__, debug: import.meta.env.DEV }
/** Milliseconds after which the files of this build are kept for offline: the page has its own by then. */
const keepsAfter = 5000

/**
 * What the app says about itself, over or above any page: offline, maintenance, a newer build, a part that did not load.
 * `onBack` runs when the server is reached again, `dataFrom` says from when (milliseconds) the data on screen is.
 */
export default function Overlays({
  onBack = nothing,
  dataFrom = nobody,
  onRetry = nothing,
}: {
  onBack?: () => void
  dataFrom?: () => number | null
  onRetry?: () => unknown
}) {
  const standing = useSyncExternalStore(onStanding, readStanding)
  const [wantsUpdate, setWantsUpdate] = useState(false)
  useEffect(() => watch(onBack), [onBack])
  useEffect(() => {
    const timer = setTimeout(() => void keepForOffline(), keepsAfter)
    return () => clearTimeout(timer)
  }, [])
  const shown = shownOf(standing, build)
  const latest = standing.newest?.latest ?? build.version

  return (
    <>
      <Bands>
        {shown.banner && (
          <OfflineBanner
            how={shown.banner}
            since={standing.lostSince ?? Date.now()}
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
              change({ postponed: true })
            }}
          />
        )}
        <StuckBand updatable={shown.prompt} />
      </Bands>
      {shown.notice === 'maintenance' && (
        <MaintenanceNotice triedAt={standing.triedAt} flagged={standing.flagged} onRetry={onRetry} />
      )}
      {shown.notice === 'outdated' && (
        <CacheNotice
          built={build.version}
          latest={latest}
          onGoOn={shown.mayGoOn ? () => change({ postponed: true }) : undefined}
        />
      )}
    </>
  )
}

function nothing() {}
const nobody = () => null
