import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { ViewLinks } from '../../ui/layout/ViewLinks.tsx'

/** The switches of the product, from each of their pages. */
export const PlatformViews = () => (
  <ViewLinks wide>
    <Link {...paths.maintenances()} activeOptions={{ exact: true, includeSearch: false }}>
      Manutenzione
    </Link>
    <Link {...paths.minimumVersions()}>Versioni minime</Link>
    <Link {...paths.announcements()} activeOptions={{ includeSearch: false }}>
      Avvisi
    </Link>
    <Link {...paths.features()}>Funzioni</Link>
  </ViewLinks>
)
