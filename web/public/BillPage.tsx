import type { PublicBill } from '@saldo/contract/bills/mybill'
import { askLabel, byWhen, inAll } from '@saldo/domain/bills/owed'
import { formatDateTime, relativeDay, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { useEffect } from 'react'
import { PublicAmount } from '../ui/data/Amount.tsx'
import { billProgress } from '../ui/data/bill-progress.ts'
import { PaymentProgress } from '../ui/data/PaymentProgress.tsx'
import { billStates, paymentStates } from '../ui/data/states.ts'
import { BillParts } from './BillParts.tsx'
import { givenBill } from './given-bill.ts'
import { type KnownBill, lastKnownBill, rememberBill } from './last-known-bill.ts'
import { Heading, takeStep } from './layout/Heading.tsx'
import { LoadFailure } from './layout/LoadFailure.tsx'
import css from './layout/Page.module.css'
import { Page, StatusLine } from './layout/Page.tsx'
import { PageSkeleton } from './layout/PageSkeleton.tsx'
import { Title } from './layout/Title.tsx'
import { loaders } from './loaders.ts'
import { CreditOffer } from './pay/CreditOffer.tsx'
import { Pay } from './pay/Pay.tsx'
import { PayWithSaved, useOwnBill } from './pay/PayWithSaved.tsx'
import { linkPaymentApi } from './pay/payment-api.ts'
import { PrintedTransfer } from './pay/Transfer.tsx'
import { resultHash } from './public-page.ts'
import { useLoaded } from './useLoaded.ts'
import { useSignedIn } from './useSignedIn.ts'

/** `#/mybill/{token}`: who asks, how much is due by when, ways to pay, and the lines of the bill. */
export function BillPage({ token }: { token: string }) {
  const { answer: bill, error, ask } = useLoaded(() => loaders.bill(token), givenBill(token))
  useFresh(ask)
  useEffect(() => {
    if (!bill) return
    // In a task of its own: the page answers first, and the first use of a storage takes long.
    const timer = setTimeout(() => rememberBill(token, bill))
    return () => clearTimeout(timer)
  }, [bill, token])
  if (!bill && error?.status === 0) {
    const known = lastKnownBill(token)
    if (known) return <KnownBillPage {...known} again={ask} />
  }
  if (!bill) return error ? <LoadFailure error={error} again={ask} /> : <PageSkeleton />
  return (
    <Page asker={bill.asker}>
      <Title>{`${bill.asker.account_name}, bolletta ${bill.number} · Saldo`}</Title>
      <Head bill={bill} />
      {bill.not_payable_reason && bill.state !== 'paid' && (
        <p className={css.after}>{bill.not_payable_reason}</p>
      )}
      <LastPayment bill={bill} />
      <CreditOffer
        bill={bill}
        token={token}
        used={(done) => {
          if (done) takeStep()
          void ask()
        }}
      />
      {bill.payable > 0 && <PayBill {...{ bill, token }} changed={ask} />}
      {bill.payable > 0 && bill.transfer && <PrintedTransfer transfer={bill.transfer} />}
      <BillParts bill={bill} token={token} />
    </Page>
  )
}

/** The ways to pay. Whoever has signed in, and whose bill it is, finds their saved methods first. */
function PayBill({ bill, token, changed }: { bill: PublicBill; token: string; changed: () => void }) {
  const signed_in = useSignedIn()
  const own = useOwnBill(token, signed_in && !bill.delegated)
  return (
    <Pay
      bill={{ ...bill, bills: [bill] }}
      paymentApi={linkPaymentApi(token, signed_in)}
      changed={changed}
      {...(own && { saved: () => <PayWithSaved own={own} /> })}
    />
  )
}

/** Without a connection: the bill as it was, which says so, and asks again as soon as there is one. */
function KnownBillPage({ bill, token, at, again }: KnownBill & { again: () => Promise<void> }) {
  useEffect(() => {
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [again])
  return (
    <Page asker={bill.asker}>
      <Title>{`${bill.asker.account_name}, bolletta ${bill.number} · Saldo`}</Title>
      <div className={css.notice} role="status">
        <p>
          Saldo non risponde. La bolletta è com’era il {formatDateTime(new Date(at).toISOString())}: può
          essere cambiata.
        </p>
        <button
          type="button"
          className={css.link}
          onClick={() => {
            takeStep()
            void again()
          }}
        >
          Riprova
        </button>
      </div>
      <Head bill={bill} />
      {bill.payable > 0 && bill.transfer && <PrintedTransfer transfer={bill.transfer} />}
      <BillParts bill={bill} token={token} />
    </Page>
  )
}

/**
 * Asks again when somebody comes back to this tab, or to this window beside another one: the bill may have been paid there. Once,
 * where both are said.
 */
function useFresh(ask: () => Promise<void>) {
  useEffect(() => {
    let asking = false
    const seen = async () => {
      if (asking || document.visibilityState === 'hidden') return
      asking = true
      await ask()
      asking = false
    }
    document.addEventListener('visibilitychange', seen)
    addEventListener('focus', seen)
    return () => {
      document.removeEventListener('visibilitychange', seen)
      removeEventListener('focus', seen)
    }
  }, [ask])
}

function Head({ bill }: { bill: PublicBill }) {
  if (bill.state === 'paid') return <PaidHead bill={bill} />
  return bill.state === 'cancelled' ? <CancelledHead bill={bill} /> : <DueHead bill={bill} />
}

/** Nothing is asked for, so there is no sum in large figures. */
const CancelledHead = ({ bill }: { bill: PublicBill }) => (
  <>
    <StatusLine state={billStates.cancelled} large />
    <Heading>Annullata. Non devi pagarla.</Heading>
    <p className={css.after}>
      {bill.asker.account_name} · {purposeOf(bill)} · era di {formatEuro(bill.amount)}
    </p>
  </>
)

function DueHead({ bill }: { bill: PublicBill }) {
  const all = inAll(bill)
  const lines = billProgress(bill)
  return (
    <>
      <p className={css.dim}>Il condominio chiede a {bill.subject_nominative}</p>
      <Heading>{bill.asker.account_name}</Heading>
      <p className={css.small}>{purposeOf(bill)}</p>
      {all && bill.payable > 0 && <p className={css.label}>{askLabel(bill)}</p>}
      <p className={css.amount}>
        <PublicAmount cents={bill.due_now || bill.amount} />
      </p>
      {lines && <PaymentProgress {...lines} thick toPayer />}
      {bill.due_date && bill.residue > 0 && (
        <p className={css.after}>
          <strong>{byWhen(bill, bill.due_date)}</strong>
        </p>
      )}
      {all && <p>{all}</p>}
      {bill.autopay && <p className={css.after}>{bill.autopay.sentence}</p>}
      {/* Else it stands below, with the way to go on. */}
      {!waitsForPayer(bill) && <StatusLine state={billStates[bill.state]}>{whenOf(bill)}</StatusLine>}
      {bill.state === 'disputed' && bill.payable > 0 && (
        <p className={css.small}>Decide la banca sul pagamento contestato. Qui paghi il resto.</p>
      )}
      {bill.state === 'returned' && (
        <p className={css.small}>
          La banca ha respinto il pagamento: la bolletta è di nuovo da pagare. {bill.return_reason}
        </p>
      )}
    </>
  )
}

function PaidHead({ bill }: { bill: PublicBill }) {
  return (
    <>
      <StatusLine state={billStates.paid} large />
      <Heading>Fatto. Non devi altro.</Heading>
      <p className={css.amount}>
        <PublicAmount cents={bill.amount} />
      </p>
      <PaymentProgress due={bill.amount} received={bill.settled} state="settled" thick toPayer />
      <p className={css.after}>
        {bill.asker.account_name} · {purposeOf(bill)}
      </p>
    </>
  )
}

/** A link to a payment that is unfinished, pending or done. */
function LastPayment({ bill: { last_payment, payable } }: { bill: PublicBill }) {
  if (!last_payment) return null
  const href = resultHash(last_payment.result_token)
  if (last_payment.state === 'requires_action')
    return (
      <div className={css.notice}>
        <StatusLine state={paymentStates.requires_action}>
          : hai lasciato un pagamento a metà. Puoi riprenderlo, oppure pagare qui sotto.
        </StatusLine>
        <a className={css.link} href={href}>
          Riprendi il pagamento
        </a>
      </div>
    )
  const open = ['created', 'processing', 'unknown'].includes(last_payment.state)
  return (
    <a className={payable > 0 ? css.link : css.button} href={href}>
      {open ? 'Guarda come va il pagamento' : 'Pagamento e ricevuta'}
    </a>
  )
}

export const purposeOf = ({ description, unit }: Pick<PublicBill, 'description' | 'unit'>): string =>
  [description, unit].filter(Boolean).join(' · ')

/** A payment is under way that only the payer can go on with: the bill can be paid in another way, too. */
const waitsForPayer = ({ state, pending, payable }: PublicBill) =>
  state === 'pending' && pending > 0 && payable > 0

function whenOf({ state, due_date, settled, pending, payable }: PublicBill): string {
  const received = [
    settled > 0 && `, già pagato ${formatEuro(settled)}`,
    pending > 0 && payable === 0 && `, in corso ${formatEuro(pending)}`,
  ]
    .filter(Boolean)
    .join('')
  if (!due_date || !['to_pay', 'due_soon', 'overdue', 'partly_paid'].includes(state)) return received
  const day = relativeDay(due_date, today())
  if (state === 'overdue') return ` ${day}${received}`
  return `, ${due_date < today() ? 'scaduta' : 'scade'} ${day}${received}`
}
