import { useSyncExternalStore } from 'react'
import { BillPage } from './BillPage.tsx'
import { placeOf } from './place.ts'
import { ResultPage } from './ResultPage.tsx'

/** A public document shows what its address names; both pages are private to who holds the link, so no engine lists them. */
export function PublicDocument() {
  const hash = useSyncExternalStore(subscribe, () => location.hash)
  const place = placeOf(hash)
  return (
    <>
      <meta name="robots" content="noindex, nofollow" />
      {place?.page === 'bill' && <BillPage key={hash} token={place.token} />}
      {place?.page === 'result' && <ResultPage key={hash} token={place.token} />}
    </>
  )
}

function subscribe(changed: () => void) {
  addEventListener('hashchange', changed)
  return () => removeEventListener('hashchange', changed)
}
