import { formatDate } from '@saldo/domain/dates'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { meQuery } from '../../session/queries.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { Rows } from '../../ui/data/Rows.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import links from '../../ui/layout/Links.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { payoutsOfPaymentQuery } from './payout-query.ts'
import { payoutStates } from './payout-states.ts'

/** The payouts that contain a payment or its refund; payouts are visible to users who see the whole office. */
export function PayoutsOfPayment({ payment_id }: { payment_id: number }) {
  const { data: user } = useQuery(meQuery)
  if (!user || user.sees_some) return null
  return (
    <Section title="Accrediti">
      <PayoutRows payment_id={payment_id} />
    </Section>
  )
}

function PayoutRows({ payment_id }: { payment_id: number }) {
  const { data, ...query } = useQuery(payoutsOfPaymentQuery(payment_id))
  if (query.isPending)
    return (
      <Loading what="gli accrediti">
        <TextSkeleton lines={2} />
      </Loading>
    )
  if (query.isError)
    return (
      <QueryError
        error={query.error}
        what="Non riesco a mostrare gli accrediti"
        onRetry={() => void query.refetch()}
      />
    )
  return (
    <Rows
      label="Accrediti"
      none="Non è ancora in un accredito verso la banca."
      rows={(data?.items ?? []).map(({ payout_id, arrives_on, amount, state }) => ({
        id: payout_id,
        name: (
          <Link {...paths.payout(payout_id)} className={links.link}>
            Accredito del {formatDate(arrives_on)}
          </Link>
        ),
        when: null,
        amount: <Amount cents={amount} />,
        state: <StateLabel state={payoutStates[state]} />,
      }))}
    />
  )
}
