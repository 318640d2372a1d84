import type { PublicBill } from '@saldo/contract/bills/mybill'
import type { PayerMethod } from '@saldo/domain/payments/payment-method'
import { Bank, CalendarRotate, Coins, CreditCard, Lock } from 'iconoir-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Icon, type IconShape } from '../../ui/icons/Icon.tsx'
import css from '../layout/Page.module.css'
import { type AmountChoiceInput, useAmountChoice } from './AmountChoice.tsx'
import pay from './Pay.module.css'
import { PayForm } from './PayForm.tsx'
import { emptyForm } from './pay-checks.ts'
import type { Portion } from './payable-portions.ts'
import type { PaymentApi } from './payment-api.ts'
import { Transfer } from './Transfer.tsx'
import { type HistoryEntry, useChosenWay } from './useChosenWay.ts'
import type { WalletProps } from './WalletButton.tsx'

/** Lazy-loaded, with the provider's library, only where the device has the wallet. */
const WalletButton = lazy(() => import('./WalletButton.tsx'))

type Way = { name: string; about: string; icon: IconShape }
export const ways: Record<PayerMethod, Way> = {
  CARD: { name: 'Carta', about: 'subito', icon: CreditCard },
  SEPA_DEBIT: {
    name: 'Addebito sul conto',
    about: 'firmi qui; addebito entro 5 giorni',
    icon: CalendarRotate,
  },
  KLARNA: { name: 'Klarna', about: 'ora o in più volte, lo scegli da Klarna', icon: Coins },
  BANK_TRANSFER: { name: 'Bonifico', about: 'ti diamo IBAN, causale e QR', icon: Bank },
}

/** The thing to pay: one bill, or several together. */
export type Payable = AmountChoiceInput &
  Pick<PublicBill, 'transfer' | 'pay' | 'email_hint' | 'subject_nominative'> & { delegated?: boolean }

/**
 * Amount and ways to pay. The chosen way opens in its place, with its fields and the one button that pays. Input is kept when
 * the way changes.
 */
export function Pay({
  bill,
  paymentApi,
  changed,
  told,
  saved,
  byTransfer,
  entry,
}: {
  bill: Payable
  paymentApi: PaymentApi
  changed: () => void
  /** A note on the amount paid now. */
  told?: (portion: Portion) => ReactNode
  /** The ways that the payer has saved, before the others; `check` as in the form. */
  saved?: (portion: Portion, check: () => boolean) => ReactNode
  /** How to transfer, if not by the one transfer of `bill`. */
  byTransfer?: (portion: Portion) => ReactNode
  /** Where the opened way is kept, if not in the page's own history. */
  entry?: HistoryEntry
}) {
  const { portion, shown: howMuch, check, ready } = useAmountChoice(bill)
  const methods = methodsOf(bill)
  const [method, choose] = useChosenWay(methods, entry)
  // Most pay their own bill from their own account; others write whose it is.
  const holder = bill.delegated ? '' : bill.subject_nominative
  const [typed, setTyped] = useState({ ...emptyForm, name: holder })
  if (methods.length === 0) return null
  return (
    <>
      {howMuch}
      {told?.(portion)}
      {saved?.(portion, check)}
      {bill.pay?.api_base === null && methods.includes('CARD') && !paymentApi.payEach && (
        <Wallet {...{ paymentApi, portion, check, changed, publishable_key: bill.pay.publishable_key }} />
      )}
      <fieldset className={pay.group}>
        <legend className={pay.legend}>{saved ? 'Un altro modo' : 'Come vuoi pagare'}</legend>
        {methods.map((each) => (
          <div key={each} className={pay.way}>
            <label className={pay.choice}>
              <input
                type="radio"
                name="method"
                value={each}
                checked={method === each}
                onChange={() => choose(each)}
              />
              <Icon of={ways[each].icon} size={20} />
              <span>
                <span className={pay.name}>{ways[each].name}</span>
                <span className={pay.about}>{aboutOf(each, paymentApi)}</span>
              </span>
            </label>
            {method === each && (
              <div className={pay.opened}>
                {each === 'BANK_TRANSFER' || !bill.pay ? (
                  (byTransfer?.(portion) ?? <TransferOf {...{ bill, portion, paymentApi, ready }} />)
                ) : (
                  <PayForm
                    {...{ bill, paymentApi, portion, typed, setTyped, changed, check }}
                    method={each}
                    online={bill.pay}
                  />
                )}
              </div>
            )}
          </div>
        ))}
      </fieldset>
      {bill.pay?.suspended.map(({ method: each, why }) => (
        <p key={each} className={`${css.small} ${css.after}`}>
          {why}
        </p>
      ))}
      <p className={css.note}>
        <Icon of={Lock} />
        Nessuna commissione a tuo carico
      </p>
    </>
  )
}

/** The server draws the page without it; `first-paint.ts` keeps its place free before the page is painted. */
function Wallet(props: WalletProps) {
  const [has, setHas] = useState(false)
  useEffect(() => setHas(document.documentElement.dataset.wallet !== undefined), [])
  return (
    <div className={pay.wallets}>
      {has && (
        <Suspense fallback={null}>
          <WalletButton {...props} />
        </Suspense>
      )}
    </div>
  )
}

const TransferOf = ({
  bill,
  portion,
  paymentApi,
  ready,
}: {
  bill: Payable
  portion: Portion
  paymentApi: PaymentApi
  ready: boolean
}) =>
  ready ? (
    <Transfer transfer={bill.transfer} amount={portion.amount} load={paymentApi.transfer} />
  ) : (
    <p className={css.small}>Scrivi prima quanto paghi adesso.</p>
  )

const aboutOf = (method: PayerMethod, { signed_in }: PaymentApi): string =>
  method === 'CARD' && !signed_in ? 'subito, senza registrarti' : ways[method].about

function methodsOf({ pay: online, transfer }: Payable): PayerMethod[] {
  if (online) return online.methods
  return transfer ? ['BANK_TRANSFER'] : []
}
