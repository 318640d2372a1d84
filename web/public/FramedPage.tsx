import type { Framed } from './framed.ts'
import { NoSuchLink } from './NoSuchLink.tsx'
import { ViewerPage } from './ViewerPage.tsx'

/** What has a title bar: nothing of it is in what a bill's page loads. */
export default function FramedPage({ framed }: { framed: Framed }) {
  return framed.page === 'viewer' ? <ViewerPage {...framed} /> : <NoSuchLink page={framed.page} />
}
