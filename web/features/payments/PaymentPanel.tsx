import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { DetailPanel, type PanelSteps } from '../../ui/DetailPanel.tsx'
import links from '../../ui/Links.module.css'
import { RecordError } from '../../ui/RecordError.tsx'
import { Section } from '../../ui/Section.tsx'
import { Loading, TextSkeleton } from '../../ui/Skeleton.tsx'
import { Timeline } from '../../ui/Timeline.tsx'
import { PaymentFacts } from './PaymentFacts.tsx'
import { PaymentHead } from './PaymentHead.tsx'
import { type Payment, paymentQuery } from './payment-query.ts'
import { timelineOf } from './payment-timeline.ts'
import { paymentNumber } from './payment-words.ts'
import { ReceiptButton } from './ReceiptButton.tsx'

/** A payment beside the list: amount and state, what it is made of, what happened to it. */
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
          {payment && <ReceiptButton payment={payment} />}
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
