import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { CopyButton } from '../../ui/buttons/CopyButton.tsx'
import { Timeline } from '../../ui/data/Timeline.tsx'
import { LoadedRecord } from '../../ui/feedback/LoadedRecord.tsx'
import links from '../../ui/layout/Links.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { RecordColumns } from '../../ui/layout/RecordPage.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { BillAutopay } from '../autopay/BillAutopay.tsx'
import { LateInterestSection } from '../late-interest/LateInterestSection.tsx'
import { BillActions } from './BillActions.tsx'
import { BillCreditNotes } from './BillCreditNotes.tsx'
import { BillFacts } from './BillFacts.tsx'
import { BillHead } from './BillHead.tsx'
import { BillInstalments, BillItems } from './BillParts.tsx'
import { BillPayments } from './BillPayments.tsx'
import { billQuery } from './bill-query.ts'
import { timelineOf } from './bill-timeline.ts'

export function BillPage() {
  const id = Number(useParams({ strict: false }).id)
  const query = useQuery(billQuery(id))
  const bill = query.data
  const list = (
    <Link {...paths.bills()} className={links.link}>
      Bollette
    </Link>
  )
  const number = bill?.number ?? `n. ${id}`
  return (
    <LoadedRecord
      query={query}
      the="la bolletta"
      missing="Questa bolletta non c’è"
      list={list}
      name={number}
      tabTitle={bill ? `Bolletta ${number}` : 'Bolletta'}
    >
      {(bill) => (
        <>
          <PageTitle
            title={bill.subject_nominative}
            summary={
              <>
                Bolletta {bill.number} <CopyButton text={bill.number} what="il numero" /> di{' '}
                <Link {...paths.account(bill.account_id)} className={links.link}>
                  {bill.account_name}
                </Link>
                {bill.unit && ` · ${bill.unit}`}
              </>
            }
          />
          <RecordColumns
            main={
              <>
                <BillHead bill={bill} />
                <BillActions bill={bill} />
                <Section title="Voci">
                  <BillItems bill={bill} />
                </Section>
                <Section title={bill.instalments.length > 1 ? 'Rate' : 'Scadenza'}>
                  <BillInstalments bill={bill} />
                </Section>
                <LateInterestSection bill_id={bill.bill_id} number={bill.number} />
              </>
            }
            story={
              <Section title="Cronologia">
                <Timeline entries={timelineOf(bill)} />
              </Section>
            }
            side={
              <>
                <Section title="Pagamenti">
                  <BillPayments bill={bill} />
                </Section>
                <BillAutopay bill={bill} />
                {bill.credit_notes.length > 0 && (
                  <Section title="Note di credito">
                    <BillCreditNotes notes={bill.credit_notes} />
                  </Section>
                )}
                <Section title="Dati">
                  <BillFacts bill={bill} />
                </Section>
              </>
            }
          />
        </>
      )}
    </LoadedRecord>
  )
}
