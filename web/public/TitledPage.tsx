import { NoSuchLink } from './NoSuchLink.tsx'
import type { TitledPageAddress } from './titled-page.ts'
import { ViewerPage } from './ViewerPage.tsx'

/** Pages with a title bar; lazy-loaded, so that a bill's page does not contain them. */
export default function TitledPage({ page }: { page: TitledPageAddress }) {
  return page.page === 'viewer' ? <ViewerPage {...page} /> : <NoSuchLink page={page.page} />
}
