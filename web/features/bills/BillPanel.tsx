import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { Timeline } from '../../ui/data/Timeline.tsx'
import { RecordError } from '../../ui/feedback/RecordError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import links from '../../ui/layout/Links.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { DetailPanel, type PanelSteps } from '../../ui/overlay/DetailPanel.tsx'
import { useOpenNotice } from '../notices/useOpenNotice.ts'
import { BillActions } from './BillActions.tsx'
import { BillCreditNotes } from './BillCreditNotes.tsx'
import { BillFacts } from './BillFacts.tsx'
import { BillHead } from './BillHead.tsx'
import { BillInstalments, BillItems } from './BillParts.tsx'
import { BillPayments } from './BillPayments.tsx'
import { type Bill, billQuery } from './bill-query.ts'
import { timelineOf } from './bill-timeline.ts'

/** A bill beside the list: amounts and due dates, actions, lines, timeline. */
export function BillPanel({ id, row, steps }: { id: number; row: Bill | undefined; steps: PanelSteps }) {
  const navigate = useNavigate()
  const { data: detail, ...query } = useQuery(billQuery(id))
  const bill = detail ?? row
  const notice = useOpenNotice({ bill_id: id, phase: bill?.phase ?? 'draft' })
  return (
    <DetailPanel
      number={bill?.number ?? `n. ${id}`}
      title={bill?.subject_nominative ?? 'Bolletta'}
      subtitle={
        bill && (
          <>
            <Link {...paths.account(bill.account_id)} className={links.link}>
              {bill.account_name}
            </Link>
            {bill.unit && ` · ${bill.unit}`}
          </>
        )
      }
      steps={steps}
      onExpand={() => void navigate(paths.billPage(id))}
    >
      {query.isError ? (
        <RecordError
          error={query.error}
          missing="Questa bolletta non c’è"
          what="Non riesco a mostrare la bolletta"
          onRetry={() => void query.refetch()}
        />
      ) : (
        <>
          {bill && <BillHead key={id} bill={bill} />}
          {detail ? (
            <>
              <BillActions key={id} bill={detail} />
              <Section title="Voci" level={3}>
                <BillItems bill={detail} />
              </Section>
              {detail.instalments.length > 1 && (
                <Section title="Rate" level={3}>
                  <BillInstalments bill={detail} />
                </Section>
              )}
              {(detail.payments.length > 0 || notice) && (
                <Section title="Pagamenti" level={3}>
                  <BillPayments bill={detail} />
                </Section>
              )}
              {detail.credit_notes.length > 0 && (
                <Section title="Note di credito" level={3}>
                  <BillCreditNotes notes={detail.credit_notes} />
                </Section>
              )}
              <Section title="Cronologia" level={3}>
                <Timeline entries={timelineOf(detail)} />
              </Section>
              <Section title="Dati" level={3}>
                <BillFacts bill={detail} />
              </Section>
            </>
          ) : (
            <Loading what="la bolletta">
              <TextSkeleton lines={8} />
            </Loading>
          )}
        </>
      )}
    </DetailPanel>
  )
}
