import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { ApiError } from '../api-error.ts'
import { BillPage } from './BillPage.tsx'
import { Boundary } from './layout/Boundary.tsx'
import { LoadFailure } from './layout/LoadFailure.tsx'
import { PageSkeleton } from './layout/PageSkeleton.tsx'
import { onMaintenance, readMaintenance, watchMaintenance } from './maintenance.ts'
import { publicPageOf } from './public-page.ts'
import { ResultPage } from './ResultPage.tsx'
import { titledPageOf } from './titled-page.ts'

/** Lazy-loaded: few visitors need these pages, and the bill's page must stay small. */
const PlanPage = lazy(() => import('./plan/PlanPage.tsx'))
const MandatePage = lazy(() => import('./mandate/MandatePage.tsx'))
const AutopayPage = lazy(() => import('./autopay/AutopayPage.tsx'))
const SourcePage = lazy(() => import('./SourcePage.tsx'))
const CheckPage = lazy(() => import('./CheckPage.tsx'))
const ClosedNotice = lazy(() =>
  import('./layout/ClosedNotice.tsx').then((file) => ({ default: file.ClosedNotice })),
)
const TitledPage = lazy(() => import('./TitledPage.tsx'))

/** An address of a known kind whose token cannot be valid. */
const nothingThere = new ApiError(404, { error: 'link_not_found', error_description: '' })

/** Draws the public page that the address names; `at`: another address, for the server, which has none. */
export function PublicDocument({ at }: { at?: string }) {
  const address = () => at ?? location.hash
  const hash = useSyncExternalStore(subscribe, address)
  const place = publicPageOf(hash)
  const maintenance = useSyncExternalStore(onMaintenance, readMaintenance)
  useEffect(watchMaintenance, [])
  const titled = titledPageOf(hash)
  return (
    <>
      <Boundary key={hash}>
        {place?.page === 'bill' && <BillPage key={hash} token={place.token} />}
        {place?.page === 'plan' && (
          <Suspense fallback={<PageSkeleton />}>
            <PlanPage key={hash} token={place.token} />
          </Suspense>
        )}
        {place?.page === 'mandate' && (
          <Suspense fallback={<PageSkeleton />}>
            <MandatePage key={hash} token={place.token} />
          </Suspense>
        )}
        {place?.page === 'autopay' && (
          <Suspense fallback={<PageSkeleton />}>
            <AutopayPage key={hash} token={place.token} />
          </Suspense>
        )}
        {place?.page === 'source' && (
          <Suspense fallback={<PageSkeleton />}>
            <SourcePage key={hash} token={place.token} />
          </Suspense>
        )}
        {place?.page === 'certificate' && (
          <Suspense fallback={<PageSkeleton />}>
            <CheckPage key={hash} token={place.token} />
          </Suspense>
        )}
        {titled && (
          <Suspense fallback={<PageSkeleton />}>
            <TitledPage key={hash} page={titled} />
          </Suspense>
        )}
        {!place && !titled && <LoadFailure error={nothingThere} again={() => undefined} />}
        {place?.page === 'result' && <ResultPage key={hash} token={place.token} />}
      </Boundary>
      {maintenance && (
        <Suspense fallback={null}>
          <ClosedNotice maintenance={maintenance} />
        </Suspense>
      )}
    </>
  )
}

function subscribe(changed: () => void) {
  addEventListener('hashchange', changed)
  return () => removeEventListener('hashchange', changed)
}
