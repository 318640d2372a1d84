import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import { QueryError } from '../../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../../ui/feedback/Skeleton.tsx'
import links from '../../../ui/layout/Links.module.css'
import { Section } from '../../../ui/layout/Section.tsx'
import { PaymentRows } from './PaymentRows.tsx'

const shown = 5

/** The newest payments of a condominium or a person, with a link to all. */
export function LatestPayments({ of }: { of: { account_id: number } | { subject_id: number } }) {
  const filter = Object.fromEntries(Object.entries(of).map(([name, id]) => [name, String(id)]))
  const { data: payments, ...query } = useQuery({
    queryKey: ['payments', 'latest', of],
    queryFn: ({ signal }) => api('GET /v1/payments', { query: { ...of, limit: shown }, signal }),
  })
  return (
    <Section
      title="Ultimi pagamenti"
      action={
        payments?.next_cursor && (
          <Link {...paths.payments(filter)} className={links.link}>
            Tutti
          </Link>
        )
      }
    >
      {query.isPending && (
        <Loading what="i pagamenti">
          <TextSkeleton lines={4} />
        </Loading>
      )}
      {query.isError && (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare i pagamenti"
          onRetry={() => void query.refetch()}
        />
      )}
      {payments && <PaymentRows payments={payments.items} of={'account_id' in of ? 'account' : 'subject'} />}
    </Section>
  )
}
