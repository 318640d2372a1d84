import { lazy, Suspense, useSyncExternalStore } from 'react'
import { ApiError } from '../api-error.ts'
import { BillPage } from './BillPage.tsx'
import { Failure } from './Failure.tsx'
import { framedOf } from './framed.ts'
import { placeOf } from './place.ts'
import { ResultPage } from './ResultPage.tsx'
import { Waiting } from './Waiting.tsx'

/** Few are asked for it, many pay: it is not in what the bill's page loads. */
const PlanPage = lazy(() => import('./PlanPage.tsx'))
const SourcePage = lazy(() => import('./SourcePage.tsx'))
const CheckPage = lazy(() => import('./CheckPage.tsx'))
const FramedPage = lazy(() => import('./FramedPage.tsx'))

/** An address that says which kind of link it is, and then nothing that could be one. */
const nothingThere = new ApiError(404, { error: 'link_not_found', error_description: '' })

/** A public document shows what its address names; all pages are private to who holds the link, so no engine lists them. */
export function PublicDocument() {
  const hash = useSyncExternalStore(subscribe, () => location.hash)
  const place = placeOf(hash)
  const framed = framedOf(hash)
  return (
    <>
      <meta name="robots" content="noindex, nofollow" />
      {place?.page === 'bill' && <BillPage key={hash} token={place.token} />}
      {place?.page === 'plan' && (
        <Suspense fallback={<Waiting />}>
          <PlanPage key={hash} token={place.token} />
        </Suspense>
      )}
      {place?.page === 'source' && (
        <Suspense fallback={<Waiting />}>
          <SourcePage key={hash} token={place.token} />
        </Suspense>
      )}
      {place?.page === 'certificate' && (
        <Suspense fallback={<Waiting />}>
          <CheckPage key={hash} token={place.token} />
        </Suspense>
      )}
      {framed && (
        <Suspense fallback={<Waiting />}>
          <FramedPage key={hash} framed={framed} />
        </Suspense>
      )}
      {!place && !framed && <Failure error={nothingThere} again={() => undefined} />}
      {place?.page === 'result' && <ResultPage key={hash} token={place.token} />}
    </>
  )
}

function subscribe(changed: () => void) {
  addEventListener('hashchange', changed)
  return () => removeEventListener('hashchange', changed)
}
