import type { PublicBill } from '@saldo/contract/bills/mybill'
import { today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { Lock, WarningTriangle } from 'iconoir-react'
import { lazy, type RefObject, Suspense, useId, useRef, useState } from 'react'
import { Icon } from '../../ui/icons/Icon.tsx'
import { AskAutopay } from '../autopay/AskAutopay.tsx'
import { Field, FieldError } from '../layout/Field.tsx'
import css from '../layout/Page.module.css'
import { CardFields, IbanField } from './CardAndIbanFields.tsx'
import pay from './Pay.module.css'
import {
  type FormErrors,
  fieldProblem,
  formErrors,
  isEmailNeeded,
  type Typed,
  type TypedName,
} from './pay-checks.ts'
import type { Portion } from './payable-portions.ts'
import type { PaymentApi } from './payment-api.ts'
import type { ProviderForm } from './StripeFields.tsx'
import { type OnlineMethod, usePayment } from './usePayment.ts'

/** The provider's fields are lazy-loaded with its library when somebody is about to pay. */
const StripeFields = lazy(() => import('./StripeFields.tsx'))

export type PayFormProps = {
  bill: Pick<PublicBill, 'email_hint'> & { delegated?: boolean }
  paymentApi: PaymentApi
  portion: Portion
  method: OnlineMethod
  online: NonNullable<PublicBill['pay']>
  typed: Typed
  setTyped: (change: (typed: Typed) => Typed) => void
  /** The bill has changed since it was shown. */
  changed: () => void
  /** Whether the amount can be paid; if not, its field says why. */
  check: () => boolean
}

/** The form of one payment method. Input stays whatever goes wrong. */
export function PayForm(props: PayFormProps) {
  const { bill, paymentApi, portion, method, online, typed, setTyped } = props
  const ownFields = online.api_base !== null
  const asked = { method, ownFields, emailOnFile: bill.email_hint !== null, today: today() }
  const needsEmail = isEmailNeeded(typed, asked)
  const form = useRef<HTMLFormElement>(null)
  const provider = useRef<ProviderForm>(null)
  const [wrong, setWrong] = useState<FormErrors>({})
  const goTo = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus()
  const blame = (name: TypedName, why: string) => {
    setWrong((was) => ({ ...was, [name]: why }))
    goTo(name)
  }
  const paying = usePayment({ ...props, provider, blame })

  const set = (name: TypedName, value: string | boolean) => {
    setTyped((was) => ({ ...was, [name]: value }))
    setWrong((was) => ({ ...was, [name]: undefined }))
  }
  /** The text has changed, so it must be accepted again. */
  const agree = (to: Pick<Typed, 'keep' | 'autopay'>) =>
    setTyped((was) => ({ ...was, ...to, accepted: false }))
  const leave = (name: TypedName) => {
    if (typed[name]) setWrong((was) => ({ ...was, [name]: fieldProblem(name, typed, asked) }))
  }
  const submit = () => {
    if (!props.check()) return
    const found = formErrors(typed, asked)
    setWrong(found)
    const [first] = Object.keys(found)
    if (first) goTo(first)
    else void paying.pay()
  }
  const parts = { typed, wrong, set, leave }

  return (
    <form
      ref={form}
      className={pay.form}
      noValidate
      aria-busy={paying.busy}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {!ownFields && method !== 'KLARNA' && (
        <Suspense fallback={<span className={css.bone} style={{ height: 160 }} />}>
          <StripeFields
            ref={provider}
            publishable_key={online.publishable_key}
            {...{ method, amount: portion.amount, keep: typed.keep }}
          />
        </Suspense>
      )}
      {ownFields && method === 'CARD' && <CardFields {...parts} goTo={goTo} />}
      {ownFields && method === 'SEPA_DEBIT' && <IbanField {...parts} />}
      {method === 'SEPA_DEBIT' && (
        <Field
          label="Intestatario del conto"
          name="name"
          value={typed.name}
          change={(value) => set('name', value)}
          onBlur={() => leave('name')}
          wrong={wrong.name}
          hint="Se il conto è di un’altra persona, scrivi il suo nome."
          autoComplete="name"
          maxLength={120}
          required
        />
      )}
      <Field
        label={needsEmail ? 'E-mail' : 'E-mail per la ricevuta (facoltativa)'}
        name="email"
        value={typed.email}
        change={(value) => set('email', value)}
        onBlur={() => leave('email')}
        wrong={wrong.email}
        hint={
          !needsEmail
            ? bill.email_hint && `Se la lasci vuota, la ricevuta arriva a ${bill.email_hint}.`
            : method !== 'KLARNA' && (typed.keep ? keptEmail : debitEmail)
        }
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        required={needsEmail}
      />
      {method !== 'KLARNA' && !paymentApi.payEach && online.keep_texts && (
        <Keep
          kept={typed.keep}
          text={method === 'CARD' ? online.keep_texts.card : null}
          change={(keep) => agree({ keep, autopay: keep && typed.autopay })}
        />
      )}
      {method !== 'KLARNA' && !paymentApi.payEach && online.autopay_text && (
        <AskAutopay
          {...parts}
          text={online.autopay_text}
          ask={(autopay) => agree({ autopay, keep: autopay || typed.keep })}
        />
      )}
      {method === 'SEPA_DEBIT' && (
        <Mandate text={(typed.keep && online.keep_texts?.sepa_debit) || online.mandate_text} {...parts} />
      )}
      <div>
        <div role="alert">
          {paying.problem && (
            <p className={css.wrong}>
              <Icon of={WarningTriangle} />
              <span>{paying.problem}</span>
            </p>
          )}
        </div>
        <button
          type="submit"
          className={css.button}
          aria-disabled={paying.busy}
          // The field keeps the focus until the click: a message at it would move the button from under the finger.
          onMouseDown={(event) => event.preventDefault()}
        >
          {paying.busy ? 'Aspetta un momento…' : label(method, portion.amount)}
        </button>
        <p className={css.note}>
          <Icon of={Lock} />
          {method === 'KLARNA'
            ? 'Ti portiamo da Klarna e poi di nuovo qui'
            : 'I dati vanno solo al circuito di pagamento'}
        </p>
      </div>
    </form>
  )
}

const debitEmail = 'Qui arrivano la copia del mandato e la ricevuta.'
const keptEmail = 'Qui arrivano la ricevuta e l’avviso prima di ogni addebito.'

/** The consent text. For a card the checkbox is the consent; for an account the mandate contains it. */
function Keep({
  kept,
  text,
  change,
}: {
  kept: boolean
  text: string | null
  change: (keep: boolean) => void
}) {
  const id = useId()
  return (
    <div>
      <label className={pay.accept}>
        <input
          type="checkbox"
          name="keep"
          checked={kept}
          onChange={({ target }) => change(target.checked)}
          aria-describedby={id}
        />
        <span>Salva questo metodo per le prossime rate</span>
      </label>
      <p className={pay.hint} id={id} hidden={!(kept && text)}>
        {text}
      </p>
    </div>
  )
}

export type ProviderRef = RefObject<ProviderForm | null>

function label(method: OnlineMethod, amount: number): string {
  if (method === 'SEPA_DEBIT') return `Firma e paga ${formatEuro(amount)}`
  return method === 'KLARNA' ? `Paga ${formatEuro(amount)} con Klarna` : `Paga ${formatEuro(amount)}`
}

function Mandate(props: {
  text: string
  typed: Typed
  wrong: FormErrors
  set: (name: TypedName, value: boolean) => void
}) {
  const id = useId()
  return (
    <div>
      <p className={pay.mandate} id={id}>
        {props.text}
      </p>
      <label className={pay.accept}>
        <input
          type="checkbox"
          name="accepted"
          checked={props.typed.accepted}
          onChange={({ target }) => props.set('accepted', target.checked)}
          aria-describedby={`${id} ${id}-wrong`}
          aria-invalid={props.wrong.accepted ? true : undefined}
          required
        />
        <span>Accetto il mandato di addebito SEPA</span>
      </label>
      <FieldError id={`${id}-wrong`}>{props.wrong.accepted}</FieldError>
    </div>
  )
}
