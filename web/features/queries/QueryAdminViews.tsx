import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { ViewLinks } from '../../ui/layout/ViewLinks.tsx'

/** What authors of queries look at: the queries, who ran what, who the authors are. `wide`: above a list. */
export const QueryAdminViews = ({ wide = true }: { wide?: boolean }) => (
  <ViewLinks wide={wide}>
    <Link {...paths.queryAdmin()} activeOptions={{ exact: true, includeSearch: false }}>
      Interrogazioni
    </Link>
    <Link {...paths.queryRuns()} activeOptions={{ includeSearch: false }}>
      Esecuzioni
    </Link>
    <Link {...paths.queryAuthors()}>Autori</Link>
  </ViewLinks>
)
