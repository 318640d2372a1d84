import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { ApiError } from '../../api-error.ts'
import { meQuery } from '../../session/queries.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { NoPermission } from '../../ui/feedback/ErrorState.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import dashboard from '../../ui/layout/Page.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { OwnerSources } from './Sources.tsx'
import { sourcesQuery } from './source-query.ts'

/** `/metodi`: the user's own sources: a resident's for each administrator, an office's for its purchases. */
export function SourcesPage() {
  const { data: user } = useSuspenseQuery(meQuery)
  const { data: found, ...query } = useQuery(sourcesQuery(0))
  const consumer = user.role === 'consumer'
  const barred = query.error instanceof ApiError && query.error.status === 403
  return (
    <div className={consumer ? dashboard.own : dashboard.page}>
      <title>Metodi di pagamento · Saldo</title>
      <PageTitle
        title="Metodi di pagamento"
        help="mandate"
        summary={
          consumer
            ? 'Le carte e i conti su cui si possono addebitare le tue bollette, dopo un preavviso.'
            : 'Le carte e i conti dello studio. Quelli delle persone sono nelle loro pagine.'
        }
      />
      {query.isPending && (
        <Loading what="i metodi di pagamento">
          <TextSkeleton lines={5} />
        </Loading>
      )}
      {barred && <NoPermission />}
      {query.isError && !barred && (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare i metodi di pagamento"
          onRetry={() => void query.refetch()}
        />
      )}
      {found && found.owners.length === 0 && (
        <EmptyState title={consumer ? 'Nessuna bolletta a tuo nome' : 'Nessun cliente scelto'}>
          {consumer
            ? 'Quando un condominio ne emette una con il tuo codice fiscale, qui puoi salvare come pagarla.'
            : 'Scegli per quale cliente lavori: qui trovi le sue carte e i suoi conti.'}
        </EmptyState>
      )}
      {found && found.owners.length > 0 && (
        <div className={dashboard.sections}>
          {found.owners.map((owner) => (
            <Section
              key={owner.owner_id}
              title={consumer ? `Con ${owner.business_name}` : owner.business_name}
            >
              <OwnerSources
                owner={owner}
                sources={found.sources.filter(({ owner_id }) => owner_id === owner.owner_id)}
                by="owner"
              />
            </Section>
          ))}
        </div>
      )}
    </div>
  )
}
