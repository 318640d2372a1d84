import { NoSuchLink } from './NoSuchLink.tsx'
import type { TitledPageAddress } from './titled-page.ts'
import { ViewerPage } from './ViewerPage.tsx'

/** What has a title bar: nothing of it is in what a bill's page loads. */
export default function TitledPage({ page }: { page: TitledPageAddress }) {
  return page.page === 'viewer' ? <ViewerPage {...page} /> : <NoSuchLink page={page.page} />
}
