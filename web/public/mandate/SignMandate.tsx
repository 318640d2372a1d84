import type { PublicMandate } from '@saldo/contract/payments/mandates'
import { groupIban, normaliseIban } from '@saldo/domain/iban'
import { whyNotDebitIban } from '@saldo/domain/sepa/debit-iban'
import { Lock } from 'iconoir-react'
import { type FormEvent, useRef, useState } from 'react'
import { Icon } from '../../ui/icons/Icon.tsx'
import { Field } from '../layout/Field.tsx'
import { takeStep } from '../layout/Heading.tsx'
import css from '../layout/Page.module.css'
import { asApiError, linkApi } from '../link-api.ts'
import pay from '../pay/Pay.module.css'
import { keepInHistory, keptInHistory, useCodeStep } from '../useCodeStep.ts'
import styles from './Mandate.module.css'

type Typed = { iban: string; debtor_name: string; code: string }
type Name = keyof Typed

const checks: Record<Name, (text: string) => string | undefined> = {
  iban: (text) =>
    (text.trim() ? whyNotDebitIban(text) : 'Scrivi l’IBAN del conto da addebitare.') ?? undefined,
  debtor_name: (text) => (text.trim() ? undefined : 'Scrivi il nome dell’intestatario del conto.'),
  code: (text) => (/^\d{6}$/.test(text.replace(/\s/g, '')) ? undefined : 'Il codice ha sei cifre.'),
}

/** The account, then the code that was mailed: with it the mandate is signed. Input stays whatever goes wrong. */
export function SignMandate({
  token,
  mandate,
  signed,
}: {
  token: string
  mandate: PublicMandate
  signed: (mandate: PublicMandate) => void
}) {
  const form = useRef<HTMLFormElement>(null)
  const { asked, reopened, askForCode } = useCodeStep()
  const [typed, setTyped] = useState<Typed>({
    iban: '',
    debtor_name: keptInHistory().debtor_name ?? mandate.subject_nominative,
    code: '',
  })
  const [wrong, setWrong] = useState<Partial<Record<Name, string>>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const underWay = useRef(false)

  const props = (name: Name) => ({
    name,
    value: typed[name],
    wrong: wrong[name],
    change: (value: string) => {
      setTyped((was) => ({ ...was, [name]: value }))
      setWrong((was) => ({ ...was, [name]: undefined }))
    },
  })
  const leave = (name: Name) => {
    if (name === 'debtor_name') keepInHistory({ debtor_name: typed.debtor_name })
    if (typed[name]) setWrong((was) => ({ ...was, [name]: checks[name](typed[name]) }))
  }
  const blame = (found: Partial<Record<Name, string>>) => {
    setWrong(found)
    const [first] = Object.keys(found)
    form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
  }

  /** One request at a time; errors are shown where they belong. */
  const attempt = async (act: () => Promise<unknown>) => {
    if (underWay.current) return
    underWay.current = true
    setBusy(true)
    setProblem(null)
    try {
      await act()
    } catch (thrown) {
      const { fields, error_description } = asApiError(thrown)
      const named = Object.entries(fields ?? {}).filter(([name]) => Object.hasOwn(checks, name))
      if (named.length > 0) blame(Object.fromEntries(named))
      else setProblem(error_description)
    }
    underWay.current = false
    setBusy(false)
  }
  const mail = () => attempt(() => askForCode(() => linkApi('POST /v1/mybill/{token}/mandate/code', token)))
  const go = (event: FormEvent) => {
    event.preventDefault()
    const names: Name[] = asked ? ['iban', 'debtor_name', 'code'] : ['iban', 'debtor_name']
    const found = names.flatMap((name) => {
      const why = checks[name](typed[name])
      return why ? [[name, why] as const] : []
    })
    if (found.length > 0) return blame(Object.fromEntries(found))
    keepInHistory({ debtor_name: typed.debtor_name })
    if (!asked) return void mail()
    void attempt(async () => {
      const body = {
        iban: normaliseIban(typed.iban),
        debtor_name: typed.debtor_name.trim(),
        code: typed.code.replace(/\s/g, ''),
      }
      const mandate = await linkApi('POST /v1/mybill/{token}/mandate/sign', token, { body })
      takeStep()
      signed(mandate)
    })
  }

  return (
    <form ref={form} className={`${pay.form} ${styles.form}`} onSubmit={go} noValidate aria-busy={busy}>
      <Field
        {...props('iban')}
        label="IBAN del tuo conto"
        group={(text) => groupIban(text).slice(0, 42)}
        onBlur={() => leave('iban')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder="IT60 X054 2811 1010 0000 0123 456"
        hint={reopened && !typed.iban ? 'Scrivilo di nuovo: per sicurezza non lo conserviamo.' : undefined}
        required
      />
      <Field
        {...props('debtor_name')}
        label="Intestatario del conto"
        onBlur={() => leave('debtor_name')}
        autoComplete="name"
        maxLength={70}
        required
      />
      {asked && (
        <>
          <p>Per firmare scrivi il codice che abbiamo mandato a {mandate.email_hint}.</p>
          <Field
            {...props('code')}
            label="Codice"
            hint={`Sei cifre, nell’e-mail per ${mandate.email_hint}; vale dieci minuti`}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            takesFocus={!reopened}
          />
        </>
      )}
      <div>
        <div role="alert">{problem && <p className={css.wrong}>{problem}</p>}</div>
        <button type="submit" className={css.button} aria-disabled={busy}>
          {busy ? 'Aspetta un momento…' : asked ? 'Firma il mandato' : 'Mandami il codice per firmare'}
        </button>
        {asked && (
          <button type="button" className={css.link} aria-disabled={busy} onClick={() => void mail()}>
            Mandami un altro codice
          </button>
        )}
        <p className={css.note}>
          <Icon of={Lock} />
          {asked ? 'Vale come la tua firma' : `Il codice arriva a ${mandate.email_hint}`}
        </p>
      </div>
    </form>
  )
}
