import type { PublicPlan } from '@saldo/contract/bills/plans'
import { type FormEvent, useRef, useState } from 'react'
import { Field } from '../layout/Field.tsx'
import { takeStep } from '../layout/Heading.tsx'
import css from '../layout/Page.module.css'
import { asApiError, linkApi } from '../link-api.ts'
import { useCodeStep } from '../useCodeStep.ts'

/** Accepts the plan: a code is mailed to the address on file and typed here. */
export function AcceptPlan({
  token,
  plan,
  accepted,
}: {
  token: string
  plan: PublicPlan
  accepted: (plan: PublicPlan) => void
}) {
  const { asked, reopened, askForCode } = useCodeStep()
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<string | undefined>(undefined)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const underWay = useRef(false)

  /** One step at a time; errors are shown where they belong. */
  const attempt = async (act: () => Promise<unknown>) => {
    if (underWay.current) return
    underWay.current = true
    setBusy(true)
    setProblem(null)
    setWrong(undefined)
    try {
      await act()
    } catch (thrown) {
      const { fields, error_description } = asApiError(thrown)
      if (fields?.code) setWrong(fields.code)
      else setProblem(error_description)
    }
    underWay.current = false
    setBusy(false)
  }
  const mail = () => attempt(() => askForCode(() => linkApi('POST /v1/mybill/{token}/plan/code', token)))
  const accept = (event: FormEvent) => {
    event.preventDefault()
    if (!/^\d{6}$/.test(code.replace(/\s/g, ''))) return setWrong('Il codice ha sei cifre.')
    void attempt(async () => {
      const plan = await linkApi('POST /v1/mybill/{token}/plan/accept', token, { body: { code } })
      takeStep()
      accepted(plan)
    })
  }

  return (
    <form className={css.next} onSubmit={accept} noValidate>
      {asked ? (
        <>
          <p>Il codice per accettare è in una e-mail per {plan.email_hint}. Scrivilo qui.</p>
          <div className={css.after}>
            <Field
              label="Codice"
              value={code}
              change={setCode}
              wrong={wrong}
              hint={`Sei cifre, nell’e-mail per ${plan.email_hint}; vale dieci minuti`}
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={12}
              takesFocus={!reopened}
            />
          </div>
          <button type="submit" className={css.button} aria-disabled={busy}>
            {busy ? 'Aspetta un momento…' : 'Accetto il piano'}
          </button>
          <button type="button" className={css.link} aria-disabled={busy} onClick={() => void mail()}>
            Mandami un altro codice
          </button>
        </>
      ) : (
        <>
          <p className={css.small}>
            Per accettare ti mandiamo un codice a {plan.email_hint}: così siamo sicuri che sei tu.
          </p>
          <button type="button" className={css.button} aria-disabled={busy} onClick={() => void mail()}>
            {busy ? 'Aspetta un momento…' : 'Mandami il codice'}
          </button>
        </>
      )}
      <div role="alert">{problem && <p className={css.wrong}>{problem}</p>}</div>
    </form>
  )
}
