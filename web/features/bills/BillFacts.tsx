import { inAll } from '@saldo/domain/bills/owed'
import { formatDate, formatDateTime } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { apartRows } from '../../records/owed-apart.tsx'
import { CopyButton } from '../../ui/buttons/CopyButton.tsx'
import { MailLink } from '../../ui/data/ContactLinks.tsx'
import { Facts } from '../../ui/data/Facts.tsx'
import { OverdueAmount } from '../../ui/data/OverdueAmount.tsx'
import links from '../../ui/layout/Links.module.css'
import type { BillDetail } from './bill-query.ts'

/** Debtor, creditor, purpose, and the reference for a bank transfer. */
export function BillFacts({ bill }: { bill: BillDetail }) {
  const { subject_fiscal_code, subject_email, reference } = bill
  return (
    <Facts
      rows={[
        ['Da pagare ora', bill.due_now > 0 && dueNow(bill)],
        ['Scaduto', bill.overdue > 0 && <OverdueAmount key="overdue" cents={bill.overdue} />],
        ...apartRows(bill),
        [
          'Intestatario',
          <Link key="subject" {...paths.subject(bill.subject_id)} className={links.link}>
            {bill.subject_nominative}
          </Link>,
        ],
        [
          'Codice fiscale',
          subject_fiscal_code && (
            <>
              {subject_fiscal_code} <CopyButton text={subject_fiscal_code} what="il codice fiscale" />
            </>
          ),
        ],
        ['E-mail', subject_email ? <MailLink key="email" email={subject_email} /> : 'manca'],
        ['Al posto di', bill.reissue_of && <BillLink key="of" bill={bill.reissue_of} />],
        ['Riemessa come', bill.reissued_as && <BillLink key="as" bill={bill.reissued_as} />],
        ['Causale', bill.description],
        ['Unità', bill.unit],
        ['Emessa il', formatDate(bill.issue_date)],
        [
          'Riferimento',
          <>
            {reference} <CopyButton text={reference} what="il riferimento" />
          </>,
        ],
        ['Ultima modifica', formatDateTime(bill.updated_at)],
      ]}
    />
  )
}

const dueNow = (bill: BillDetail): string =>
  [formatEuro(bill.due_now), inAll(bill)].filter(Boolean).join(' · ')

const BillLink = ({ bill }: { bill: NonNullable<BillDetail['reissue_of']> }) => (
  <Link {...paths.billPage(bill.bill_id)} className={links.link}>
    {bill.number}
  </Link>
)
