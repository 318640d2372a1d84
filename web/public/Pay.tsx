import type { PublicBill } from '@saldo/contract/mybill'
import { formatDate, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import type { PaymentMethod } from '@saldo/domain/payment-method'
import { Bank, CalendarRotate, Coins, CreditCard, Lock } from 'iconoir-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Hidden } from '../ui/Hidden.tsx'
import { Icon, type IconShape } from '../ui/Icon.tsx'
import css from './Page.module.css'
import pay from './Pay.module.css'
import { PayForm } from './PayForm.tsx'
import { nothingTyped } from './pay-checks.ts'
import { Transfer } from './Transfer.tsx'
import { type Portion, portionsOf } from './what-to-pay.ts'

type Way = { name: string; about: string; icon: IconShape }
const ways: Record<PaymentMethod, Way> = {
  CARD: { name: 'Carta', about: 'subito, senza registrarti', icon: CreditCard },
  SEPA_DEBIT: { name: 'Addebito sul conto', about: 'firmi il mandato qui, 5 giorni', icon: CalendarRotate },
  KLARNA: { name: 'Klarna', about: 'ora o in più volte, lo scegli da Klarna', icon: Coins },
  BANK_TRANSFER: { name: 'Bonifico', about: 'ti diamo IBAN, causale e QR', icon: Bank },
}

/** How much and how to pay: one choice, one button; then the fields of that way, and whatever was typed is kept. */
export function Pay({ bill, token, changed }: { bill: PublicBill; token: string; changed: () => void }) {
  const portions = useMemo(() => portionsOf(bill, today()), [bill])
  const [portion, setPortion] = useState<Portion>('first' in portions ? portions.first : portions.all)
  const methods = methodsOf(bill)
  const [method, setMethod] = useState<PaymentMethod>(methods[0] ?? 'BANK_TRANSFER')
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState(nothingTyped)
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
          <Transfer bill={bill} />
        ) : (
          <PayForm {...{ bill, token, portion, method, typed, setTyped, changed }} online={bill.pay} />
        )}
      </section>
    )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setOpen(true)
      }}
    >
      {'first' in portions && <HowMuch {...portions} chosen={portion} choose={setPortion} />}
      <fieldset className={pay.group}>
        <Hidden>
          <legend>Come vuoi pagare</legend>
        </Hidden>
        {methods.map((each) => (
          <label key={each} className={pay.choice}>
            <input type="radio" name="method" checked={method === each} onChange={() => setMethod(each)} />
            <Icon of={ways[each].icon} size={20} />
            <span>
              <span className={pay.name}>{ways[each].name}</span>
              <span className={pay.about}>{ways[each].about}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <button type="submit" className={css.button}>
        {method === 'BANK_TRANSFER' ? 'Mostra IBAN, causale e QR' : `Paga ${formatEuro(portion.amount)}`}
      </button>
      <p className={css.note}>
        <Icon of={Lock} />
        Nessuna commissione a tuo carico
      </p>
    </form>
  )
}

function methodsOf({ pay: online, transfer }: PublicBill): PaymentMethod[] {
  if (online) return online.methods
  return transfer ? ['BANK_TRANSFER'] : []
}

function HowMuch(props: {
  first: Portion
  all: Portion
  chosen: Portion
  choose: (portion: Portion) => void
}) {
  const { first, all, chosen, choose } = props
  const choices: [Portion, string, string][] = [
    [first, nameOf(first), first.until ? `entro il ${formatDate(first.until)}` : ''],
    [all, 'Tutto', `${all.count} rate insieme`],
  ]
  return (
    <fieldset className={pay.group}>
      <Hidden>
        <legend>Quanto vuoi pagare adesso</legend>
      </Hidden>
      {choices.map(([portion, name, about]) => (
        <label key={name} className={pay.choice}>
          <input type="radio" name="portion" checked={chosen === portion} onChange={() => choose(portion)} />
          <span>
            <span className={pay.name}>{name}</span>
            <span className={pay.about}>{about}</span>
          </span>
          <span className={pay.price}>{formatEuro(portion.amount)}</span>
        </label>
      ))}
    </fieldset>
  )
}

function nameOf({ count, until }: Portion): string {
  if (count > 1) return `Le ${count} rate scadute`
  return until !== null && until < today() ? 'La rata scaduta' : 'La prossima rata'
}
