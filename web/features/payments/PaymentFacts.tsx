import { formatEuro } from '@saldo/domain/money'
import { providerAccountLabels } from '@saldo/domain/payments/provider-account'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { CopyButton } from '../../ui/buttons/CopyButton.tsx'
import { Facts } from '../../ui/data/Facts.tsx'
import links from '../../ui/layout/Links.module.css'
import { Method } from './Method.tsx'
import type { Payment, PaymentDetail } from './payment-query.ts'
import { paymentNumber } from './payment-words.ts'

/** Payer, method, remaining amount, and references for looking it up elsewhere. */
export function PaymentFacts({
  payment,
  detail,
  bill,
}: {
  payment: Payment
  detail?: PaymentDetail
  /** References by which banks and the tax office identify the payer. */
  bill?: { subject_fiscal_code: string | null; reference: string }
}) {
  const attempt = detail?.attempts.at(-1)
  return (
    <Facts
      rows={[
        ['Metodo', <Method key="method" payment={payment} />],
        [
          'Pagatore',
          <Link key="subject" {...paths.subject(payment.subject_id)} className={links.link}>
            {payment.subject_nominative}
          </Link>,
        ],
        ['Codice fiscale', copied(bill?.subject_fiscal_code, 'il codice fiscale')],
        [
          'Bolletta',
          <Link key="bill" {...paths.bill(payment.bill_id)} className={links.link}>
            {payment.bill_number}
          </Link>,
        ],
        ['Importo', formatEuro(payment.amount)],
        ...moneyOf(detail),
        ['Rimborso in corso', detail && detail.refunding > 0 && formatEuro(-detail.refunding)],
        ['Conto provider', payment.provider_account && providerAccountLabels[payment.provider_account]],
        [
          'Identificativo',
          copied(attempt?.provider_charge ?? attempt?.provider_object, 'l’identificativo del provider'),
        ],
        ['Tentativo', copied(attempt?.provider_object, 'l’identificativo del tentativo')],
        ['Causale', detail?.reference],
        ['Nota', detail?.note],
        ['Riferimento', copied(bill?.reference, 'il riferimento')],
        ['Ricevuta', copied(detail?.receipt_number, 'il numero della ricevuta')],
        ['E-mail', detail?.receipt_email],
        ['Numero', copied(paymentNumber(payment.payment_id), 'il numero')],
      ]}
    />
  )
}

/** The amount moved so far, from the ledger; nothing while unknown, or for used credit. */
function moneyOf(detail: PaymentDetail | undefined): [string, ReactNode][] {
  if (!detail) return []
  const { gross, given_back, taken_back, fees, net } = detail
  if (gross === 0 && given_back === 0 && taken_back === 0 && fees === 0) return []
  return [
    ['Lordo', formatEuro(gross)],
    ['Rimborsi', given_back !== 0 && formatEuro(-given_back)],
    ['Insoluti e contestazioni', taken_back !== 0 && formatEuro(-taken_back)],
    ['Commissioni', fees !== 0 && formatEuro(-fees)],
    ['Netto', <strong key="net">{formatEuro(net)}</strong>],
  ]
}

const copied = (text: string | null | undefined, what: string): ReactNode =>
  text && (
    <>
      {text} <CopyButton text={text} what={what} />
    </>
  )
