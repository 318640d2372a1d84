import { Button } from '@mantine/core'
import { formatDateTime } from '@saldo/domain/dates'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { api, type Reply } from '../../../api.ts'
import { QueryError } from '../../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../../ui/feedback/Skeleton.tsx'
import page from '../../../ui/layout/Page.module.css'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { lazyWithRetry } from '../../../ui/lazy-with-retry.ts'
import styles from '../Platform.module.css'
import { PlatformViews } from '../PlatformViews.tsx'

const VersionDialog = lazyWithRetry(() => import('./VersionDialog.tsx'))

export type MinimumVersion = Reply<'GET /v1/minimum-versions'>[number]

export const minimumVersionsQuery = queryOptions({
  queryKey: ['minimum-versions'],
  queryFn: ({ signal }) => api('GET /v1/minimum-versions', { signal }),
})

export const editionNames: Record<MinimumVersion['edition'], string> = {
  business: 'Studi, negozi e backoffice',
  b2c: 'Condòmini',
}

/** The oldest web app of each edition that is still answered. */
export function VersionsPage() {
  const { data, ...query } = useQuery(minimumVersionsQuery)
  const [changing, change] = useState<MinimumVersion | null>(null)
  return (
    <div className={page.page}>
      <title>Versioni minime · Saldo</title>
      <PageTitle title="Versioni minime" />
      <PlatformViews />
      {query.isError && !data && (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare le versioni"
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && (
        <Loading what="le versioni">
          <TextSkeleton lines={6} />
        </Loading>
      )}
      {data && (
        <ul className={styles.switches} aria-label="Edizioni">
          {data.map((each) => (
            <li key={each.edition}>
              <div className={styles.about}>
                <h2 className={styles.name}>{editionNames[each.edition]}</h2>
                <p>
                  Accettiamo dalla {each.minimum} in poi; il server è alla {each.running}.
                </p>
                {each.set_at && (
                  <p className={styles.dim}>
                    {formatDateTime(each.set_at)}, {each.set_by_name}: {each.reason}
                  </p>
                )}
              </div>
              <Button
                variant="default"
                aria-label={`Cambia ${editionNames[each.edition]}`}
                onClick={() => change(each)}
              >
                Cambia
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Suspense fallback={null}>
        {changing && <VersionDialog of={changing} onClose={() => change(null)} />}
      </Suspense>
    </div>
  )
}
