import { lazy, Suspense, useSyncExternalStore } from 'react'
import { BillPage } from './BillPage.tsx'
import { placeOf } from './place.ts'
import { ResultPage } from './ResultPage.tsx'
import { Waiting } from './Waiting.tsx'

/** Few are asked for it, many pay: it is not in what the bill's page loads. */
const SourcePage = lazy(() => import('./SourcePage.tsx'))

/** A public document shows what its address names; all pages are private to who holds the link, so no engine lists them. */
export function PublicDocument() {
  const hash = useSyncExternalStore(subscribe, () => location.hash)
  const place = placeOf(hash)
  return (
    <>
      <meta name="robots" content="noindex, nofollow" />
      {place?.page === 'bill' && <BillPage key={hash} token={place.token} />}
      {place?.page === 'source' && (
        <Suspense fallback={<Waiting />}>
          <SourcePage key={hash} token={place.token} />
        </Suspense>
      )}
      {place?.page === 'result' && <ResultPage key={hash} token={place.token} />}
    </>
  )
}

function subscribe(changed: () => void) {
  addEventListener('hashchange', changed)
  return () => removeEventListener('hashchange', changed)
}
