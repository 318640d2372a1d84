import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { Timeline } from '../../ui/data/Timeline.tsx'
import { LoadedRecord } from '../../ui/feedback/LoadedRecord.tsx'
import links from '../../ui/layout/Links.module.css'
import { RecordColumns } from '../../ui/layout/RecordPage.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { DebtFacts } from '../office-debts/DebtFacts.tsx'
import { debtStates } from '../office-debts/debt-words.ts'
import { PayoutsOfPayment } from '../payouts/PayoutsOfPayment.tsx'
import { PaymentAllocations } from './allocate/PaymentAllocations.tsx'
import { ReversalNote } from './collect/ReversalNote.tsx'
import { LedgerEntries } from './LedgerEntries.tsx'
import { DisputeBox } from './money-back/DisputeBox.tsx'
import { PaymentRefunds } from './money-back/PaymentRefunds.tsx'
import { PaymentActions } from './PaymentActions.tsx'
import { PaymentChain } from './PaymentChain.tsx'
import { PaymentFacts } from './PaymentFacts.tsx'
import { PaymentHead } from './PaymentHead.tsx'
import styles from './PaymentPage.module.css'
import { paymentQuery } from './payment-query.ts'
import { timelineOf } from './payment-timeline.ts'
import { paymentNumber } from './payment-words.ts'

export function PaymentPage() {
  const id = Number(useParams({ strict: false }).id)
  const query = useQuery(paymentQuery(id))
  const payment = query.data
  const bill = useQuery({
    queryKey: ['bills', 'of-payment', payment?.bill_id],
    queryFn: ({ signal }) => api('GET /v1/bills/{id}', { params: { id: payment?.bill_id ?? 0 }, signal }),
    enabled: payment !== undefined,
  })
  const list = (
    <Link {...paths.payments()} className={links.link}>
      Transazioni
    </Link>
  )
  const number = paymentNumber(id)
  return (
    <LoadedRecord
      query={query}
      the="la transazione"
      missing="Questa transazione non c’è"
      list={list}
      name={number}
      tabTitle={number}
    >
      {(payment) => (
        <>
          <h1 className={styles.title}>Transazione {number}</h1>
          <div className={styles.head}>
            <PaymentHead payment={payment} />
            <PaymentActions payment={payment} />
          </div>
          <ReversalNote payment={payment} />
          <PaymentChain payment={payment} />
          <RecordColumns
            main={
              <>
                {payment.disputes.map((dispute) => (
                  <Section
                    key={dispute.dispute_id}
                    title={dispute.final ? 'Addebito insoluto' : 'Contestazione'}
                  >
                    <DisputeBox payment={payment} dispute={dispute} />
                  </Section>
                ))}
                {payment.recoveries.map((debt) => (
                  <Section
                    key={debt.recovery_id}
                    title="Conto collegato"
                    action={<StateLabel state={debtStates[debt.state]} />}
                  >
                    <DebtFacts debt={debt} />
                  </Section>
                ))}
                <Section title="Che cosa paga">
                  <PaymentAllocations versions={payment.allocations} />
                </Section>
                <Section
                  title="Scritture"
                  action={<span className={styles.note}>partita doppia, non modificabile</span>}
                >
                  <LedgerEntries entries={payment.ledger} />
                </Section>
              </>
            }
            story={
              <Section title="Cronologia">
                <Timeline entries={timelineOf(payment)} />
              </Section>
            }
            side={
              <>
                {payment.refunds.length > 0 && (
                  <Section title="Rimborsi">
                    <PaymentRefunds refunds={payment.refunds} />
                  </Section>
                )}
                {payment.provider_account !== null && <PayoutsOfPayment payment_id={id} />}
                <Section title="Dettagli">
                  <PaymentFacts payment={payment} detail={payment} bill={bill.data} />
                </Section>
              </>
            }
          />
        </>
      )}
    </LoadedRecord>
  )
}
