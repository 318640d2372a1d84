import type { PublicBill } from '@saldo/contract/bills/mybill'
import { formatDate } from '@saldo/domain/dates'
import { euroReasons, formatEuro, parseEuro } from '@saldo/domain/money'
import { mayPayPart, whyNotAmount } from '@saldo/domain/payments/partial-payment'
import { useRef, useState } from 'react'
import { Field } from '../layout/Field.tsx'
import pay from './Pay.module.css'
import { type PayableBills, type Portion, portionsOf } from './payable-portions.ts'

export type AmountChoiceInput = PayableBills & Pick<PublicBill, 'minimum_payment'>

/**
 * Lets the payer choose the amount; `check` validates it and leads to a wrong one, `ready` says whether it can be paid. Renders nothing when there is no
 * choice.
 */
export function useAmountChoice(bill: AmountChoiceInput) {
  const portions = portionsOf(bill)
  const whole = 'first' in portions ? [portions.first, portions.all] : [portions.all]
  const part = mayPayPart(bill.payable, bill.minimum_payment)
  const [chosen, setChosen] = useState(0)
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string>()
  const cents = parseEuro(typed)
  const portion: Portion = whole[chosen] ?? {
    ...portions.all,
    amount: cents.ok ? cents.cents : 0,
    part: true,
  }

  /** The error of the field, if any. */
  const whyNot = () => {
    if (!portion.part) return undefined
    if (!cents.ok) return euroReasons[cents.reason]
    return whyNotAmount(cents.cents, bill.payable, bill.minimum_payment) ?? undefined
  }
  const parts = useRef<HTMLFieldSetElement>(null)
  const check = () => {
    const wrong = whyNot()
    setWrong(wrong)
    if (wrong) parts.current?.querySelector<HTMLInputElement>('[name=amount]')?.focus()
    return wrong === undefined
  }

  const choices = part || whole.length > 1 ? [...whole, ...(part ? [null] : [])] : []
  const shown = choices.length > 0 && (
    <fieldset ref={parts} className={pay.group}>
      <legend className={pay.legend}>Quanto vuoi pagare adesso</legend>
      {choices.map((each, index) => (
        <label key={each ? nameOf(each, portions.all, bill.today) : 'part'} className={pay.choice}>
          <input
            type="radio"
            name="portion"
            checked={chosen === index}
            onChange={() => {
              setChosen(index)
              setWrong(undefined)
            }}
          />
          <span>
            <span className={pay.name}>
              {each ? nameOf(each, portions.all, bill.today) : 'Un altro importo'}
            </span>
            <span className={pay.about}>
              {each ? aboutOf(each, portions.all) : `da ${formatEuro(bill.minimum_payment ?? 0)} in su`}
            </span>
          </span>
          {each && <span className={pay.price}>{formatEuro(each.amount)}</span>}
        </label>
      ))}
      {portion.part && (
        <Field
          label="Quanto paghi adesso, in euro"
          name="amount"
          value={typed}
          change={(text) => {
            setTyped(text)
            setWrong(undefined)
          }}
          onBlur={() => typed && setWrong(whyNot())}
          wrong={wrong}
          hint={`Prima la rata scaduta da più tempo (art. 1193 c.c.). In tutto sono dovuti ${formatEuro(bill.payable)}.`}
          inputMode="decimal"
          autoComplete="off"
          maxLength={16}
          required
        />
      )}
    </fieldset>
  )
  return { portion, shown, check, ready: whyNot() === undefined }
}

function nameOf(portion: Portion, all: Portion, today: string): string {
  if (portion === all) return 'Tutto'
  const { count, until } = portion
  const late = until !== null && until < today
  if (count > 1) return late ? `Le ${count} rate scadute` : `Le prossime ${count} rate`
  return late ? 'La rata scaduta' : 'La prossima rata'
}

function aboutOf(portion: Portion, all: Portion): string {
  if (portion === all && all.count > 1) return `${all.count} rate insieme`
  return portion.until ? `entro il ${formatDate(portion.until)}` : ''
}
