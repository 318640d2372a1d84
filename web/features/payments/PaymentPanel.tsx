import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { Timeline } from '../../ui/data/Timeline.tsx'
import { RecordError } from '../../ui/feedback/RecordError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import links from '../../ui/layout/Links.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { DetailPanel, type PanelSteps } from '../../ui/overlay/DetailPanel.tsx'
import { PaymentAllocations } from './allocate/PaymentAllocations.tsx'
import { ReversalNote } from './collect/ReversalNote.tsx'
import { DisputeBox } from './money-back/DisputeBox.tsx'
import { PaymentRefunds } from './money-back/PaymentRefunds.tsx'
import { PaymentActions } from './PaymentActions.tsx'
import { PaymentFacts } from './PaymentFacts.tsx'
import { PaymentHead } from './PaymentHead.tsx'
import { type Payment, paymentQuery } from './payment-query.ts'
import { timelineOf } from './payment-timeline.ts'
import { paymentNumber } from './payment-words.ts'

/** A payment beside the list: amount, state, parts, timeline. */
export function PaymentPanel({
  id,
  row,
  steps,
}: {
  id: number
  row: Payment | undefined
  steps: PanelSteps
}) {
  const navigate = useNavigate()
  const { data: detail, ...query } = useQuery(paymentQuery(id))
  const payment = detail ?? row
  return (
    <DetailPanel
      number={paymentNumber(id)}
      title={payment?.subject_nominative ?? 'Transazione'}
      subtitle={
        payment && (
          <Link {...paths.account(payment.account_id)} className={links.link}>
            {payment.account_name}
          </Link>
        )
      }
      steps={steps}
      onExpand={() => void navigate(paths.paymentPage(id))}
    >
      {query.isError ? (
        <RecordError
          error={query.error}
          missing="Questa transazione non c’è"
          what="Non riesco a mostrare la transazione"
          onRetry={() => void query.refetch()}
        />
      ) : (
        <>
          {payment && <PaymentHead payment={payment} />}
          {detail && <ReversalNote payment={detail} />}
          {detail && <PaymentActions payment={detail} />}
          {detail?.disputes.map((dispute) => (
            <Section
              key={dispute.dispute_id}
              title={dispute.final ? 'Addebito insoluto' : 'Contestazione'}
              level={3}
            >
              <DisputeBox payment={detail} dispute={dispute} />
            </Section>
          ))}
          {detail && detail.refunds.length > 0 && (
            <Section title="Rimborsi" level={3}>
              <PaymentRefunds refunds={detail.refunds} />
            </Section>
          )}
          {detail && (
            <Section title="Che cosa paga" level={3}>
              <PaymentAllocations versions={detail.allocations} />
            </Section>
          )}
          {payment && (
            <Section title="Dettagli" level={3}>
              <PaymentFacts payment={payment} detail={detail} />
            </Section>
          )}
          <Section title="Cronologia" level={3}>
            {detail ? (
              <Timeline entries={timelineOf(detail)} />
            ) : (
              <Loading what="la cronologia">
                <TextSkeleton lines={4} />
              </Loading>
            )}
          </Section>
        </>
      )}
    </DetailPanel>
  )
}
