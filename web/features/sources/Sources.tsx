import { useQuery } from '@tanstack/react-query'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { Autopays } from '../autopay/Autopays.tsx'
import { AddSource } from './AddSource.tsx'
import { PlannedDebits } from './PlannedDebits.tsx'
import { SourceRow } from './SourceRow.tsx'
import styles from './Sources.module.css'
import { type Owner, type Source, sourcesQuery } from './source-query.ts'

/** The section of a person's page, for staff, with the person's sources and the way to ask for one. */
export function SubjectSources({ subject_id }: { subject_id: number }) {
  const { data: found, ...query } = useQuery(sourcesQuery(subject_id))
  const [owner] = found?.owners ?? []
  return (
    <Section title="Carte e mandati" help="mandate">
      {query.isPending && (
        <Loading what="le carte e i mandati">
          <TextSkeleton lines={2} />
        </Loading>
      )}
      {query.isError && (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare le carte e i mandati"
          onRetry={() => void query.refetch()}
        />
      )}
      {found && owner && <OwnerSources owner={owner} sources={found.sources} by="staff" />}
    </Section>
  )
}

/** The sources of one owner with their actions; `by`: whether they are the user's own. */
export function OwnerSources({
  owner,
  sources,
  by,
}: {
  owner: Owner
  sources: readonly Source[]
  by: 'owner' | 'staff'
}) {
  return (
    <>
      {sources.length === 0 ? (
        <p className={styles.none}>
          {by === 'staff'
            ? `${owner.name} non ha ancora salvato una carta o un conto. Con uno dei due le bollette si possono addebitare, dopo un preavviso.`
            : owner.owner_id === 0
              ? 'Nessuna carta e nessun conto, per ora. Con uno dei due si pagano i servizi dello studio, dopo un preavviso.'
              : 'Nessuna carta e nessun conto, per ora. Con uno dei due le bollette si possono addebitare, dopo un preavviso.'}
        </p>
      ) : (
        <ul className={styles.rows} aria-label="Carte e conti salvati">
          {sources.map((source) => (
            <SourceRow key={source.source_id} source={source} plans={by === 'staff'} />
          ))}
        </ul>
      )}
      {owner.owner_id > 0 && <Autopays subject_id={owner.owner_id} sources={sources} by={by} />}
      {owner.owner_id > 0 && <PlannedDebits subject_id={owner.owner_id} />}
      <AddSource owner={owner} by={by} />
    </>
  )
}
