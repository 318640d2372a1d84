import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, type Reply } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import { TwoLineCell } from '../../../ui/data/TwoLineCell.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { QueryError } from '../../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../../ui/feedback/Skeleton.tsx'
import { formatCountOf } from '../../../ui/grid/list.ts'
import links from '../../../ui/layout/Links.module.css'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { RecordPage } from '../../../ui/layout/RecordPage.tsx'
import styles from './DuplicatesPage.module.css'

type Pair = Reply<'GET /v1/subjects/duplicates'>['items'][number]

const reasonWords: Record<Pair['reasons'][number], string> = {
  fiscal_code: 'stesso codice fiscale',
  email: 'stessa e-mail',
  phone: 'stesso telefono',
}
/** `stesso nome, stessa e-mail e stesso telefono`: an address or a phone counts only together with the name. */
const sameInWords = (reasons: Pair['reasons']): string =>
  new Intl.ListFormat('it').format([
    ...(reasons.some((reason) => reason !== 'fiscal_code') ? ['stesso nome'] : []),
    ...reasons.map((reason) => reasonWords[reason]),
  ])

const billWords = { one: 'bolletta', many: 'bollette' }

/** Pairs of records that look like the same person, with what they share and a link to merge them. */
export function DuplicatesPage() {
  const { data: found, ...query } = useQuery({
    queryKey: ['subjects', 'duplicates'],
    queryFn: ({ signal }) => api('GET /v1/subjects/duplicates', { signal }),
  })
  return (
    <RecordPage
      list={
        <Link {...paths.subjects()} className={links.link}>
          Anagrafica
        </Link>
      }
      name="Doppioni"
      tabTitle="Doppioni"
    >
      <PageTitle
        title="Doppioni"
        summary="Schede che sembrano della stessa persona. Niente si unisce da solo: le confronti e decidi tu."
      />
      {query.isPending && (
        <Loading what="i doppioni">
          <TextSkeleton lines={6} />
        </Loading>
      )}
      {query.isError && (
        <QueryError
          error={query.error}
          what="Non riesco a cercare i doppioni"
          onRetry={() => void query.refetch()}
        />
      )}
      {found?.items.length === 0 && (
        <EmptyState title="Nessun doppione">
          Nessuna coppia di schede ha lo stesso codice fiscale, o lo stesso nome con la stessa e-mail o lo
          stesso telefono.
        </EmptyState>
      )}
      {found && found.items.length > 0 && (
        <ul className={styles.pairs} aria-label="Coppie di schede">
          {found.items.map((pair) => (
            <li key={`${pair.one.subject_id}-${pair.other.subject_id}`}>
              <Side side={pair.one} />
              <Side side={pair.other} />
              <span className={styles.why}>{sameInWords(pair.reasons)}</span>
              <Button
                variant="default"
                renderRoot={(props) => <Link {...paths.mergeSubjects(...inOrder(pair))} {...props} />}
                aria-label={`Confronta le schede di ${pair.one.nominative}`}
              >
                Confronta
              </Button>
            </li>
          ))}
        </ul>
      )}
      {found?.more && <p className={styles.why}>Ce ne sono altre: compaiono quando hai deciso di queste.</p>}
    </RecordPage>
  )
}

/** Keeps the record with more bills, or the older one. */
const inOrder = ({ one, other }: Pair): [number, number] =>
  (other.bills_count ?? 0) > (one.bills_count ?? 0)
    ? [other.subject_id, one.subject_id]
    : [one.subject_id, other.subject_id]

const Side = ({ side }: { side: Pair['one'] }) => (
  <TwoLineCell
    first={
      <Link {...paths.subjectPage(side.subject_id)} className={links.name}>
        {side.nominative}
      </Link>
    }
    second={[
      side.bills_count !== null && formatCountOf(side.bills_count, billWords),
      side.fiscal_code,
      side.email,
      side.phone,
    ]
      .filter(Boolean)
      .join(' · ')}
  />
)
