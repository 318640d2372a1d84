import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { customerOnScreen, meQuery } from '../../session/queries.ts'
import { useChosenCustomer } from '../../session/useChosenCustomer.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import links from '../../ui/Links.module.css'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { QueryError } from '../../ui/QueryError.tsx'
import { RecordPage } from '../../ui/RecordPage.tsx'
import { Section } from '../../ui/Section.tsx'
import { Loading, TextSkeleton } from '../../ui/Skeleton.tsx'
import styles from './Imports.module.css'
import { ImportUpload } from './ImportUpload.tsx'
import { importsQuery } from './import-query.ts'
import { LatestImports } from './LatestImports.tsx'

/** Where a spreadsheet of bills begins its way, and where those on their way are found again. */
export function ImportsPage() {
  const { data: user } = useSuspenseQuery(meQuery)
  useChosenCustomer()
  const { data: imports, ...query } = useQuery(importsQuery)
  return (
    <RecordPage
      list={
        <Link {...paths.bollette()} className={links.link}>
          Bollette
        </Link>
      }
      name="Importa"
      tabTitle="Importa bollette"
      titled
    >
      <PageTitle
        title="Importa bollette"
        summary="Da un foglio di calcolo: prima lo leggo e te lo mostro, poi decidi tu. Niente si scrive senza il tuo sì."
      />
      <div className={styles.page}>
        {customerOnScreen(user) === null ? (
          <EmptyState title="Scegli prima per quale cliente lavori">
            Le bollette importate sono di un cliente: sceglilo dalla fascia in alto.
          </EmptyState>
        ) : (
          <ImportUpload />
        )}
        <Section title="Ultime importazioni">
          {query.isPending && (
            <Loading what="le importazioni">
              <TextSkeleton lines={3} />
            </Loading>
          )}
          {query.isError && (
            <QueryError
              error={query.error}
              what="Non riesco a mostrare le importazioni"
              onRetry={() => void query.refetch()}
            />
          )}
          {imports && !query.isError && <LatestImports imports={imports} />}
        </Section>
      </div>
    </RecordPage>
  )
}
