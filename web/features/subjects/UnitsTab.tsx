import { formatDate } from '@saldo/domain/dates'
import { rightNames } from '@saldo/domain/right-holder'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, type Reply } from '../../api.ts'
import { paths } from '../../paths.ts'
import { TabColumn } from '../../records/RecordTabs.tsx'
import type { SubjectTabProps } from '../../records/record-tab.ts'
import { TwoLineCell } from '../../ui/data/TwoLineCell.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import links from '../../ui/layout/Links.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import styles from './UnitsTab.module.css'

type Right = Reply<'GET /v1/subjects/units/{id}'>[number]

/** Units in which the person has or had a right. */
export function UnitsTab({ subject }: SubjectTabProps) {
  const { data: rights, ...query } = useQuery({
    queryKey: ['subjects', 'units', subject.subject_id],
    queryFn: ({ signal }) =>
      api('GET /v1/subjects/units/{id}', { params: { id: subject.subject_id }, signal }),
  })
  return (
    <TabColumn>
      <Section title="Unità">
        {query.isPending && (
          <Loading what="le unità">
            <TextSkeleton lines={4} />
          </Loading>
        )}
        {query.isError && (
          <QueryError
            error={query.error}
            what="Non riesco a mostrare le unità"
            onRetry={() => void query.refetch()}
          />
        )}
        {rights?.length === 0 && (
          <p className={styles.none}>
            Nessuna unità: si collegano dalla pagina del condominio, oppure importando il registro.
          </p>
        )}
        {rights && rights.length > 0 && (
          <ul className={styles.rights} aria-label="Unità">
            {rights.map((right) => (
              <li key={right.right_holder_id} data-ended={right.ended || undefined}>
                <TwoLineCell
                  first={
                    <Link {...paths.accountPage(right.account_id)} className={links.name}>
                      {right.account_name}
                    </Link>
                  }
                  second={right.unit_name}
                />
                <TwoLineCell
                  first={`${rightNames[right.right_kind]}${shareOf(right)}`}
                  second={right.pays ? 'paga le bollette' : ''}
                />
                <span className={styles.when}>{periodOf(right)}</span>
              </li>
            ))}
          </ul>
        )}
      </Section>
    </TabColumn>
  )
}

const shareOf = ({ share_numerator, share_denominator }: Right) =>
  share_numerator === share_denominator ? '' : `, ${share_numerator}/${share_denominator}`

function periodOf({ since, until }: Right): string {
  const from = since && `dal ${formatDate(since)}`
  const to = until && `fino al ${formatDate(until)}`
  return [from, to].filter(Boolean).join(' ') || 'periodo non indicato'
}
