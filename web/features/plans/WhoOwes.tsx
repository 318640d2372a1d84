import { formatDate } from '@saldo/domain/dates'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { LinkButton } from '../../ui/buttons/PlainButton.tsx'
import { OverdueAmount } from '../../ui/data/OverdueAmount.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import type { Reference } from '../../ui/form/OptionList.tsx'
import { formatCount } from '../../ui/grid/list.ts'
import { Section } from '../../ui/layout/Section.tsx'
import styles from './Plans.module.css'

const shown = 10

/** The people with the largest overdue amounts in a condominium, to choose one of them. */
export function WhoOwes({
  account,
  onChoose,
}: {
  account: Reference
  onChoose: (subject_id: string) => void
}) {
  const account_id = Number(account.value)
  const { data: arrears, ...query } = useQuery({
    queryKey: ['arrears', 'largest', account_id],
    queryFn: ({ signal }) =>
      api('GET /v1/arrears/subjects', { query: { account_id, sort: '-overdue', limit: shown }, signal }),
  })
  return (
    <Section title={`Chi è in ritardo: ${account.label}`}>
      {query.isPending && (
        <Loading what="chi è in ritardo">
          <TextSkeleton lines={4} />
        </Loading>
      )}
      {query.isError && (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare chi è in ritardo"
          onRetry={() => void query.refetch()}
        />
      )}
      {arrears?.items.length === 0 && (
        <p className={styles.dim}>
          In questo condominio nessuno ha rate scadute. Puoi cercare chiunque sopra.
        </p>
      )}
      {arrears && arrears.items.length > 0 && (
        <table className={styles.table} aria-label="Chi è in ritardo">
          <tbody>
            {arrears.items.map(({ subject_id, nominative, bills, overdue, oldest_due }) => (
              <tr key={subject_id}>
                <td>
                  <LinkButton onClick={() => onChoose(String(subject_id))}>{nominative}</LinkButton>
                </td>
                <td>
                  {bills === 1 ? 'una bolletta' : `${formatCount(bills)} bollette`}, dal{' '}
                  {formatDate(oldest_due)}
                </td>
                <td data-align="right">
                  <OverdueAmount cents={overdue} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}
