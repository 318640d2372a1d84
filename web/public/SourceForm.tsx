import type { PaymentSource, SourceType } from '@saldo/contract/payments/sources'
import { dateReasons, parseItalianDate, today } from '@saldo/domain/dates'
import { Lock, WarningTriangle } from 'iconoir-react'
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { type FormKey, newIdempotencyKey, useFormKey } from '../idempotency-key.ts'
import { Icon } from '../ui/icons/Icon.tsx'
import { Field, FieldError } from './layout/Field.tsx'
import css from './layout/Page.module.css'
import { asApiError } from './link-api.ts'
import { CardFields, IbanField } from './pay/CardAndIbanFields.tsx'
import pay from './pay/Pay.module.css'
import {
  emptyForm,
  type FormErrors,
  fieldOfRefusal,
  fieldProblem,
  formErrors,
  type Typed,
  type TypedName,
} from './pay/pay-checks.ts'
import type { ProviderForm } from './pay/StripeFields.tsx'
import { MethodRefused, methodAtSandbox } from './pay/sandbox-method.ts'

const StripeFields = lazy(() => import('./pay/StripeFields.tsx'))

/** The body of save_source. */
export type Entered = {
  type_id: SourceType
  payment_method_id: string
  email: string
  name?: string
  mandate: { accepted: true; signed_on?: string }
}

type SourceFormProps = {
  type: SourceType
  online: { publishable_key: string; api_base: string | null }
  mandate_text: string
  email: string
  onPaper?: boolean
  save: (entered: Entered, idempotencyKey: FormKey) => Promise<PaymentSource>
  saved: (source: PaymentSource) => void
}

/**
 * Saves a card or an account for later payments: on the page of a link, and in the app for oneself. `onPaper`: staff
 * copies an account from a signed paper mandate. Card and bank data go to the provider only. Input stays whatever goes
 * wrong.
 */
export function SourceForm(props: SourceFormProps) {
  const { type, online, mandate_text, onPaper = false } = props
  const form = useSourceForm(props)
  const { refs, method, ownFields, typed, signed_on, wrong, problem, busy, set, leave, goTo } = form
  const { setSigned, submit } = form

  const parts = { typed, wrong, set, leave }
  return (
    <form
      ref={refs.form}
      className={pay.form}
      noValidate
      aria-busy={busy}
      onSubmit={(event) => {
        event.preventDefault()
        // React events bubble from a dialog to the form around it.
        event.stopPropagation()
        void submit()
      }}
    >
      {!ownFields && (
        <Suspense fallback={<span className={css.bone} style={{ height: 160 }} />}>
          <StripeFields
            ref={refs.provider}
            publishable_key={online.publishable_key}
            method={method}
            amount={null}
            keep
          />
        </Suspense>
      )}
      {ownFields &&
        (type === 'card' ? <CardFields {...parts} goTo={goTo} /> : <IbanField {...parts} own={!onPaper} />)}
      {type === 'sepa_debit' && (
        <Field
          label="Intestatario del conto"
          name="name"
          value={typed.name}
          change={(value) => set('name', value)}
          onBlur={() => leave('name')}
          wrong={wrong.name}
          autoComplete={onPaper ? 'off' : 'name'}
          maxLength={120}
          required
        />
      )}
      {onPaper && (
        <Field
          label="Mandato firmato il"
          name="signed_on"
          value={signed_on}
          change={setSigned}
          wrong={wrong.signed_on}
          hint="Giorno, mese e anno, per esempio 15/09/2026."
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          required
        />
      )}
      <Field
        label="E-mail"
        name="email"
        value={typed.email}
        change={(value) => set('email', value)}
        onBlur={() => leave('email')}
        wrong={wrong.email}
        hint="Qui arriva l’avviso prima di ogni addebito."
        type="email"
        inputMode="email"
        autoComplete={onPaper ? 'off' : 'email'}
        maxLength={254}
        required
      />
      <Consent
        {...{ mandate_text, onPaper, type }}
        accepted={typed.accepted}
        wrong={wrong.accepted}
        set={set}
      />
      <div>
        <div role="alert">
          {problem && (
            <p className={css.wrong}>
              <Icon of={WarningTriangle} />
              <span>{problem}</span>
            </p>
          )}
        </div>
        <button type="submit" className={css.button} aria-disabled={busy}>
          {busy ? 'Aspetta un momento…' : type === 'card' ? 'Salva la carta' : 'Salva il conto'}
        </button>
        <p className={css.note}>
          <Icon of={Lock} />
          Adesso non si paga nulla
        </p>
      </div>
    </form>
  )
}

/** What was typed, what is wrong with it, and saving. */
function useSourceForm({ type, online, email, onPaper = false, save, saved }: SourceFormProps) {
  const method: 'CARD' | 'SEPA_DEBIT' = type === 'card' ? 'CARD' : 'SEPA_DEBIT'
  const ownFields = online.api_base !== null
  const form = useRef<HTMLFormElement>(null)
  const provider = useRef<ProviderForm>(null)
  const key = useFormKey()
  const underWay = useRef(false)
  const [typed, setTyped] = useState<Typed>({ ...emptyForm, email, keep: true })
  const [signed_on, setSignedOn] = useState('')
  const [wrong, setWrong] = useState<FormErrors & { signed_on?: string }>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  const set = (name: TypedName, value: string | boolean) => {
    setTyped((was) => ({ ...was, [name]: value }))
    setWrong((was) => ({ ...was, [name]: undefined }))
  }
  const asked = { method, ownFields, emailOnFile: false, today: today() }
  const leave = (name: TypedName) => {
    if (typed[name]) setWrong((was) => ({ ...was, [name]: fieldProblem(name, typed, asked) }))
  }
  const setSigned = (value: string) => {
    setSignedOn(value)
    setWrong((was) => ({ ...was, signed_on: undefined }))
  }
  const goTo = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus()
  const blame = (name: string, why: string) => {
    setWrong((was) => ({ ...was, [name]: why }))
    goTo(name)
  }

  async function submit() {
    const found: FormErrors & { signed_on?: string } = formErrors(typed, asked)
    if (!typed.accepted)
      found.accepted = onPaper ? 'Conferma di avere il mandato firmato.' : 'Per andare avanti devi accettare.'
    const whyNotDay = onPaper ? whyNotSigned(signed_on) : undefined
    if (whyNotDay) found.signed_on = whyNotDay
    setWrong(found)
    const [first] = Object.keys(found)
    if (first) return goTo(first)
    if (underWay.current) return
    underWay.current = true
    setBusy(true)
    setProblem(null)
    try {
      await follow(await save(await entered(), key))
    } catch (thrown) {
      explain(thrown)
      underWay.current = false
      setBusy(false)
    }
  }

  async function entered(): Promise<Entered> {
    const name = typed.name.trim()
    const payment_method_id = await makeMethod()
    const mandate = { accepted: true as const, ...(onPaper && { signed_on: dayOf(signed_on) }) }
    return { type_id: type, payment_method_id, email: typed.email.trim(), ...(name && { name }), mandate }
  }

  async function makeMethod(): Promise<string> {
    const { api_base, publishable_key } = online
    if (api_base !== null) return methodAtSandbox({ api_base, publishable_key }, method, typed)
    if (!provider.current)
      throw new MethodRefused('I campi non sono ancora pronti: aspetta un momento.', null, null)
    return provider.current.makeMethod({ name: typed.name.trim(), email: typed.email.trim() })
  }

  async function follow(source: PaymentSource) {
    if (source.state === 'failed') {
      key.current = newIdempotencyKey()
      throw new MethodRefused(source.failure_reason ?? 'Non è stato possibile salvare.', null, null)
    }
    if (source.next_action) location.assign(source.next_action.redirect_url)
    else saved(source)
  }

  function explain(thrown: unknown) {
    if (thrown instanceof MethodRefused) {
      const field = ownFields ? fieldOfRefusal(thrown.code, thrown.param) : null
      if (field) blame(field, thrown.message)
      else setProblem(thrown.message)
      return
    }
    const error = asApiError(thrown)
    for (const [name, why] of Object.entries(error.fields ?? {})) {
      if (name === 'mandate' && onPaper) blame('signed_on', why)
      else if (name in typed) blame(name, why)
    }
    setProblem(error.error_description)
  }

  return {
    refs: { form, provider },
    ...{ method, ownFields, typed, signed_on, wrong, problem, busy },
    ...{ set, leave, goTo, setSigned, submit },
  }
}

function whyNotSigned(text: string): string | undefined {
  const parsed = parseItalianDate(text)
  if (!parsed.ok) return dateReasons[parsed.reason]
  return parsed.date > today() ? 'Non può essere firmato nel futuro.' : undefined
}

function dayOf(text: string): string {
  const parsed = parseItalianDate(text)
  return parsed.ok ? parsed.date : ''
}

function Consent(props: {
  mandate_text: string
  onPaper: boolean
  type: SourceType
  accepted: boolean
  wrong: string | undefined
  set: (name: TypedName, value: boolean) => void
}) {
  const id = useId()
  const { onPaper, type } = props
  const own = type === 'card' ? 'Accetto' : 'Accetto il mandato di addebito SEPA'
  return (
    <div>
      <p className={pay.mandate} id={id}>
        {props.mandate_text}
      </p>
      <label className={pay.accept}>
        <input
          type="checkbox"
          name="accepted"
          checked={props.accepted}
          onChange={({ target }) => props.set('accepted', target.checked)}
          aria-describedby={`${id} ${id}-wrong`}
          aria-invalid={props.wrong ? true : undefined}
          required
        />
        <span>{onPaper ? 'Ho il mandato con queste parole, firmato dall’intestatario' : own}</span>
      </label>
      <FieldError id={`${id}-wrong`}>{props.wrong}</FieldError>
    </div>
  )
}
