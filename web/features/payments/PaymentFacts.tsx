import { formatEuro } from '@saldo/domain/money'
import { paymentCan } from '@saldo/domain/payment'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Facts } from '../../ui/Facts.tsx'
import links from '../../ui/Links.module.css'
import { Method } from './Method.tsx'
import type { Payment, PaymentDetail } from './payment-query.ts'
import { paymentNumber } from './payment-words.ts'

/** Who, how, how much of it remains, and the references to look it up elsewhere. */
export function PaymentFacts({
  payment,
  detail,
  bill,
}: {
  payment: Payment
  detail?: PaymentDetail
  /** Of the bill: what banks and the tax office know the payer by. */
  bill?: { subject_fiscal_code: string | null; reference: string }
}) {
  const { amount, refunded, fee } = payment
  const attempt = detail?.attempts.at(-1)
  const lost = (detail?.disputes ?? []).filter(({ state }) => state !== 'won')
  const contested = lost.reduce((sum, dispute) => sum + dispute.amount, 0)
  const costs = (detail?.disputes ?? []).reduce((sum, dispute) => sum + dispute.fee, 0)
  const arrived = paymentCan.receipt({ phase: payment.state }) || contested > 0
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
        ['Lordo', formatEuro(amount)],
        ['Rimborsato', refunded > 0 && formatEuro(-refunded)],
        ['Rimborso in corso', detail && detail.refunding > 0 && formatEuro(-detail.refunding)],
        ['Contestato', contested > 0 && formatEuro(-contested)],
        ['Commissione', fee > 0 && formatEuro(-fee)],
        ['Costo della contestazione', costs > 0 && formatEuro(-costs)],
        [
          'Netto',
          arrived && <strong key="net">{formatEuro(amount - refunded - contested - fee - costs)}</strong>,
        ],
        ['Conto provider', payment.provider_account],
        [
          'Identificativo',
          copied(attempt?.provider_charge ?? attempt?.provider_object, 'l’identificativo del provider'),
        ],
        ['Tentativo', copied(attempt?.provider_object, 'l’identificativo del tentativo')],
        ['Causale', detail?.reference],
        ['Nota', detail?.note],
        ['Riferimento', copied(bill?.reference, 'il riferimento')],
        ['Ricevuta a', detail?.receipt_email],
        ['Numero', copied(paymentNumber(payment.payment_id), 'il numero')],
      ]}
    />
  )
}

const copied = (text: string | null | undefined, what: string): ReactNode =>
  text && (
    <>
      {text} <CopyButton text={text} what={what} />
    </>
  )
