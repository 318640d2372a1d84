import type { PublicBill } from '@saldo/contract/bills/mybill'
import { formatEuro } from '@saldo/domain/money'
import type { PayerMethod } from '@saldo/domain/payments/payment-method'
import { Bank, CalendarRotate, Coins, CreditCard, Lock } from 'iconoir-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon, type IconShape } from '../../ui/icons/Icon.tsx'
import css from '../layout/Page.module.css'
import { type AmountChoiceInput, useAmountChoice } from './AmountChoice.tsx'
import pay from './Pay.module.css'
import { PayForm } from './PayForm.tsx'
import { emptyForm } from './pay-checks.ts'
import type { Portion } from './payable-portions.ts'
import type { PaymentApi } from './payment-api.ts'
import { Transfer } from './Transfer.tsx'

type Way = { name: string; about: string; icon: IconShape }
const ways: Record<PayerMethod, Way> = {
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
export type Payable = AmountChoiceInput & Pick<PublicBill, 'transfer' | 'pay' | 'email_hint'>

/** Amount and method, then the fields of the method. Input is kept when the method changes. */
export function Pay({
  bill,
  paymentApi,
  changed,
  told,
}: {
  bill: Payable
  paymentApi: PaymentApi
  changed: () => void
  /** A note on the amount paid now. */
  told?: (portion: Portion) => ReactNode
}) {
  const { portion, shown: howMuch, check } = useAmountChoice(bill)
  const methods = methodsOf(bill)
  const [method, setMethod] = useState<PayerMethod>(methods[0] ?? 'BANK_TRANSFER')
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState(emptyForm)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (open && method === 'BANK_TRANSFER') heading.current?.focus()
  }, [open, method])
  if (methods.length === 0) return null

  if (open)
    return (
      <section className={pay.group}>
        <div className={pay.chosen}>
          <h2 ref={heading} tabIndex={-1}>
            <Icon of={ways[method].icon} size={20} />
            {ways[method].name}
          </h2>
          <button type="button" className={css.link} onClick={() => setOpen(false)}>
            Cambia
          </button>
        </div>
        {method === 'BANK_TRANSFER' || !bill.pay ? (
          <Transfer transfer={bill.transfer} amount={portion.amount} load={paymentApi.transfer} />
        ) : (
          <PayForm {...{ bill, paymentApi, portion, method, typed, setTyped, changed }} online={bill.pay} />
        )}
      </section>
    )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (check()) setOpen(true)
      }}
    >
      {howMuch}
      {told?.(portion)}
      <fieldset className={pay.group}>
        <legend className={pay.legend}>Come vuoi pagare</legend>
        {methods.map((each) => (
          <label key={each} className={pay.choice}>
            <input type="radio" name="method" checked={method === each} onChange={() => setMethod(each)} />
            <Icon of={ways[each].icon} size={20} />
            <span>
              <span className={pay.name}>{ways[each].name}</span>
              <span className={pay.about}>{aboutOf(each, paymentApi)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {bill.pay?.suspended.map(({ method: each, why }) => (
        <p key={each} className={`${css.small} ${css.after}`}>
          {why}
        </p>
      ))}
      <button type="submit" className={css.button}>
        {method === 'BANK_TRANSFER'
          ? `Mostra IBAN, causale e QR${portion.amount > 0 ? ` per ${formatEuro(portion.amount)}` : ''}`
          : portion.amount > 0
            ? `Paga ${formatEuro(portion.amount)}`
            : 'Paga'}
      </button>
      <p className={css.note}>
        <Icon of={Lock} />
        Nessuna commissione a tuo carico
      </p>
    </form>
  )
}

const aboutOf = (method: PayerMethod, { signed_in }: PaymentApi): string =>
  method === 'CARD' && !signed_in ? 'subito, senza registrarti' : ways[method].about

function methodsOf({ pay: online, transfer }: Payable): PayerMethod[] {
  if (online) return online.methods
  return transfer ? ['BANK_TRANSFER'] : []
}
