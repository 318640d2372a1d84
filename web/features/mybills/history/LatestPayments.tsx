import { paymentTime } from '@saldo/domain/payments/payment-time'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import { Amount } from '../../../ui/data/Amount.tsx'
import { Rows } from '../../../ui/data/Rows.tsx'
import { StateLabel } from '../../../ui/data/StateLabel.tsx'
import { paymentStates } from '../../../ui/data/states.ts'
import { TwoLineCell } from '../../../ui/data/TwoLineCell.tsx'
import { QueryError } from '../../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../../ui/feedback/Skeleton.tsx'
import links from '../../../ui/layout/Links.module.css'
import { Section } from '../../../ui/layout/Section.tsx'
import { shownMethod } from '../../payments/payment-words.ts'
import { nextOf } from './my-payments-list.tsx'

/** The latest payments of the resident, each with its receipt or the way to try again, and the way to all of them. */
export function LatestPayments() {
  const { data, ...query } = useQuery({
    queryKey: ['payments', 'mine', 'latest'],
    queryFn: ({ signal }) => api('GET /v1/mypayments', { query: { limit: 5 }, signal }),
  })
  return (
    <Section
      title="I tuoi pagamenti"
      action={
        <Link {...paths.myPayments()} className={links.link}>
          Tutti i pagamenti
        </Link>
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
      {data && (
        <Rows
          label="Ultimi pagamenti"
          none="Nessun pagamento, per ora."
          rows={data.items.map((payment) => {
            const { label, href } = nextOf(payment)
            return {
              id: payment.payment_id,
              name: (
                <TwoLineCell
                  first={
                    <a className={links.name} href={href}>
                      {payment.account_name}
                    </a>
                  }
                  second={
                    <>
                      {payment.bill_number} · {label.toLowerCase()} · {shownMethod(payment)}
                    </>
                  }
                />
              ),
              when: paymentTime(payment.method, payment.settled_at ?? payment.created_at),
              amount: <Amount cents={payment.amount} size="strong" />,
              state: <StateLabel state={paymentStates[payment.state]} />,
            }
          })}
        />
      )}
    </Section>
  )
}
