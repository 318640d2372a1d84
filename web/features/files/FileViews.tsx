import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { ViewLinks } from '../../ui/layout/ViewLinks.tsx'

const views = [
  { view: 'list', name: 'Tutti i file', to: paths.files() },
  { view: 'store', name: 'Archivio e orfani', to: paths.fileStore() },
] as const

/** The list, and the store as a whole. */
export const FileViews = ({ shown }: { shown: 'list' | 'store' }) => (
  <ViewLinks wide={shown === 'list'}>
    {views.map(({ view, name, to }) => (
      <Link
        key={view}
        {...to}
        activeOptions={{ exact: true }}
        aria-current={view === shown ? 'page' : undefined}
      >
        {name}
      </Link>
    ))}
  </ViewLinks>
)
