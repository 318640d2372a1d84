import { Button } from '@mantine/core'
import { formatDateTime } from '@saldo/domain/dates'
import { featureMeanings } from '@saldo/domain/platform/features'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { StateLabel } from '../../../ui/data/StateLabel.tsx'
import { QueryError } from '../../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../../ui/feedback/Skeleton.tsx'
import { small } from '../../../ui/format/first-letter.ts'
import page from '../../../ui/layout/Page.module.css'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { lazyWithRetry } from '../../../ui/lazy-with-retry.ts'
import styles from '../Platform.module.css'
import { PlatformViews } from '../PlatformViews.tsx'
import { type FeatureSwitch, featureStates, featureSwitchesQuery } from './feature-switches.ts'

const FeatureDialog = lazyWithRetry(() => import('./FeatureDialog.tsx'))

/** The functions that can be turned off, and how each stands. */
export function FeaturesPage() {
  const { data, ...query } = useQuery(featureSwitchesQuery)
  const [changing, change] = useState<FeatureSwitch | null>(null)
  return (
    <div className={page.page}>
      <title>Funzioni · Saldo</title>
      <PageTitle title="Funzioni" />
      <PlatformViews />
      {query.isError && !data && (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare le funzioni"
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && (
        <Loading what="le funzioni">
          <TextSkeleton lines={10} />
        </Loading>
      )}
      {data && (
        <ul className={styles.switches} aria-label="Funzioni">
          {data.map((each) => (
            <Row key={each.feature} of={each} onChange={() => change(each)} />
          ))}
        </ul>
      )}
      <Suspense fallback={null}>
        {changing && <FeatureDialog of={changing} onClose={() => change(null)} />}
      </Suspense>
    </div>
  )
}

function Row({ of, onChange }: { of: FeatureSwitch; onChange: () => void }) {
  const { name, when_off } = featureMeanings[of.feature]
  return (
    <li>
      <div className={styles.about}>
        <h2 className={styles.name}>{name}</h2>
        <StateLabel state={featureStates[of.state]} />
        {of.offices.length > 0 && <p>{of.offices.map(({ business_name }) => business_name).join(', ')}</p>}
        <p className={styles.dim}>Quando è spento: {small(when_off)}</p>
        {of.changed_at && (
          <p className={styles.dim}>
            {formatDateTime(of.changed_at)}, {of.changed_by_name}: {of.reason}
          </p>
        )}
      </div>
      <Button variant="default" aria-label={`Cambia ${name}`} onClick={onChange}>
        Cambia
      </Button>
    </li>
  )
}
