import type { CheckoutResult } from '@saldo/contract/bills/mybill'
import { formatLongDate } from '@saldo/domain/dates'
import { Download } from 'iconoir-react'
import { useEffect, useState } from 'react'
import { refreshToken } from '../session/stored-session.ts'
import { PublicAmount } from '../ui/data/Amount.tsx'
import { PaymentProgress, type ProgressState } from '../ui/data/PaymentProgress.tsx'
import { paymentStates } from '../ui/data/states.ts'
import { Icon } from '../ui/icons/Icon.tsx'
import { Heading } from './layout/Heading.tsx'
import { LoadFailure } from './layout/LoadFailure.tsx'
import css from './layout/Page.module.css'
import { Page, StatusLine } from './layout/Page.tsx'
import { PageSkeleton } from './layout/PageSkeleton.tsx'
import { Title } from './layout/Title.tsx'
import { receiptUrl } from './link-api.ts'
import { loaders } from './loaders.ts'
import { PaidParts, severalBills } from './PaidParts.tsx'
import { billHash, ownBillsHash } from './public-page.ts'
import { ResultFacts } from './ResultFacts.tsx'
import { titleOf, whyNothingTaken } from './result-words.ts'
import { useLoaded } from './useLoaded.ts'

type State = CheckoutResult['state']
const underWay: readonly State[] = ['created', 'requires_action', 'processing', 'unknown']
const arrived: readonly State[] = ['succeeded', 'partly_refunded', 'refunded', 'disputed']

/** `#/checkout-result/{token}`: the result of a payment and what to do next; it polls a pending payment. */
export function ResultPage({ token }: { token: string }) {
  const { answer: result, error, ask } = useLoaded(() => loaders.result(token))
  useFollowing(result, ask)
  if (!result) return error ? <LoadFailure error={error} again={ask} /> : <PageSkeleton />
  const { state, amount, asker, description } = result
  const several = severalBills(result)
  return (
    <Page asker={asker}>
      <Title>{`${titleOf(result)} · Saldo`}</Title>
      <div aria-live="polite">
        {state === 'succeeded' ? (
          <StatusLine state={{ ...paymentStates.succeeded, word: paidWord(result) }} large />
        ) : (
          <StatusLine state={paymentStates[state]} large />
        )}
        <Heading>{titleOf(result)}</Heading>
        <WhatNext result={result} />
      </div>
      <p className={css.amount}>
        <PublicAmount cents={amount} />
      </p>
      {!result.paid_otherwise && (
        <PaymentProgress
          due={amount}
          received={arrived.includes(state) ? amount : 0}
          state={lines[state]}
          thick
          draw
          toPayer
        />
      )}
      <p className={css.after}>
        {asker.account_name} · {several ? `${several} bollette` : description}
      </p>
      <Acts result={result} token={token} />
      <PaidParts result={result} />
      <ResultFacts result={result} />
    </Page>
  )
}

const lines: Record<State, ProgressState> = {
  created: 'pending',
  requires_action: 'open',
  processing: 'pending',
  unknown: 'pending',
  succeeded: 'settled',
  failed: 'open',
  cancelled: 'open',
  partly_refunded: 'refunded',
  refunded: 'refunded',
  disputed: 'disputed',
  reversed: 'open',
}

function paidWord(result: CheckoutResult): string {
  if (result.residue > 0) return 'Riuscito'
  return severalBills(result) ? 'Pagate' : 'Pagata'
}

function WhatNext({ result }: { result: CheckoutResult }) {
  const { state, method, expected_by, receipt_hint } = result
  const told = receipt_hint ? ` Ti scriviamo a ${receipt_hint}.` : ''
  switch (state) {
    case 'processing':
      return method === 'SEPA_DEBIT' ? (
        <p>
          Non devi fare altro. La banca ha tempo fino a{' '}
          {expected_by ? <strong>{formatLongDate(expected_by)}</strong> : 'cinque giorni lavorativi'}: se non
          riesce, {severalBills(result) ? 'le bollette tornano' : 'la bolletta torna'} da pagare.{told}
        </p>
      ) : (
        <p>Non ripeterlo: questa pagina si aggiorna da sola.{told}</p>
      )
    case 'created':
    case 'unknown':
      return (
        <p>
          Non sappiamo ancora se il pagamento è riuscito. Non ripeterlo: ti scriviamo appena la banca
          risponde.
        </p>
      )
    case 'requires_action':
      return <p>La tua banca chiede di confermare. Finché non lo fai non paghi niente.</p>
    case 'failed':
    case 'cancelled':
      return <p>{whyNothingTaken(result)}</p>
    case 'disputed':
      return (
        <p>
          Hai chiesto indietro il denaro alla tua banca: decide lei. Per qualsiasi dubbio chiama
          l’amministratore.
        </p>
      )
    case 'reversed':
      return (
        <p>
          Lo studio ha annullato la registrazione di questo pagamento. Se invece hai pagato, chiama
          l’amministratore.
        </p>
      )
    case 'refunded':
    case 'partly_refunded':
      return <p>Il denaro torna sul conto o sulla carta con cui hai pagato.</p>
    default:
      return null
  }
}

function Acts({ result, token }: { result: CheckoutResult; token: string }) {
  const { state, bill_token, next_action, residue, paid_otherwise } = result
  // Several bills were chosen from the resident's own bills: go back there.
  const bill = severalBills(result) ? ownBillsHash : bill_token && billHash(bill_token)
  const approve = state === 'requires_action' ? next_action?.redirect_url : null
  const again =
    (!paid_otherwise && ['failed', 'cancelled', 'requires_action'].includes(state)) ||
    (state === 'succeeded' && residue > 0)
  return (
    <>
      {arrived.includes(state) && (
        <a className={css.button} href={receiptUrl(token)} download>
          <Icon of={Download} size={20} /> Vedi la ricevuta
        </a>
      )}
      {approve && (
        <a className={css.button} href={approve}>
          Conferma con la banca
        </a>
      )}
      {bill && again && (
        <a
          className={css.button}
          href={bill}
          data-second={arrived.includes(state) || approve ? true : undefined}
        >
          {retryWord(state)}
        </a>
      )}
      {bill && !again && (
        <a className={css.link} href={bill}>
          {bill === ownBillsHash ? ownBills : 'Torna alla bolletta'}
        </a>
      )}
      {(again || bill !== ownBillsHash) && refreshToken() && (
        <a className={css.link} href={ownBillsHash} data-own>
          {ownBills}
        </a>
      )}
    </>
  )
}

const ownBills = 'Torna alle tue bollette'

function retryWord(state: State): string {
  if (state === 'succeeded') return 'Paga il resto'
  return state === 'requires_action' ? 'Paga in un altro modo' : 'Riprova'
}

/** Polls a pending payment with backoff, and when the page becomes visible. */
function useFollowing(result: CheckoutResult | null, ask: () => void) {
  const [asked, setAsked] = useState(0)
  const open = result !== null && underWay.includes(result.state)
  const debit = result?.state === 'processing' && result.method === 'SEPA_DEBIT'
  useEffect(() => {
    if (!open) return
    const again = () => {
      if (document.visibilityState === 'hidden') return
      setAsked((before) => before + 1)
      ask()
    }
    const wait = asked < 10 && !debit ? 2_500 : asked < 5 ? 5_000 : 20_000
    const timer = setTimeout(again, wait)
    document.addEventListener('visibilitychange', again)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', again)
    }
  }, [open, debit, asked, ask])
}
