import type { CheckedCertificate } from '@saldo/contract/reports/certificates'
import { formatDate, formatDateTime } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import type { ApiError } from '../api-error.ts'
import { certificateStates } from '../ui/data/states.ts'
import { Field } from './layout/Field.tsx'
import { Heading } from './layout/Heading.tsx'
import css from './layout/Page.module.css'
import { Page, StatusLine } from './layout/Page.tsx'
import { Title } from './layout/Title.tsx'
import { asApiError } from './link-api.ts'
import { loaders } from './loaders.ts'
import pay from './pay/Pay.module.css'

/**
 * `#/verifica/{code}`; without a code there is a field for it. Shows what a printed certificate really states, and
 * whether it is still valid.
 */
export default function CheckPage({ token }: { token: string }) {
  const [code, setCode] = useState(grouped(token))
  const [checked, setChecked] = useState<CheckedCertificate | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const [asking, setAsking] = useState(false)
  const started = useRef(false)

  const take = useCallback(async (answer: Promise<CheckedCertificate>) => {
    setAsking(true)
    setError(null)
    try {
      setChecked(await answer)
      setCode('')
    } catch (thrown) {
      setChecked(null)
      setError(asApiError(thrown))
    }
    setAsking(false)
  }, [])

  useEffect(() => {
    if (started.current || token === '') return
    started.current = true
    void take(loaders.certificate(token))
  }, [token, take])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!asking) void take(loaders.certificate(code))
  }
  const wrong = error?.fields?.code
  return (
    <Page by="Attestazione emessa con Saldo">
      <Title>Verifica di un’attestazione · Saldo</Title>
      <div aria-live="polite">{checked && <Checked certificate={checked} />}</div>
      {!checked && (
        <>
          <Heading>Verifica un’attestazione</Heading>
          <p className={css.after}>
            Scrivi il codice stampato sull’attestazione dello stato dei pagamenti: ti dico chi l’ha emessa,
            che cosa diceva e se vale ancora.
          </p>
        </>
      )}
      <form className={css.next} onSubmit={submit} noValidate>
        <Field
          label={checked ? 'Verificane un’altra' : 'Codice'}
          name="code"
          value={code}
          change={setCode}
          group={grouped}
          wrong={wrong}
          hint="28 lettere e cifre: i trattini si aggiungono da soli"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
        />
        {error && !wrong && (
          <p className={css.after} role="alert">
            {error.error_description}
          </p>
        )}
        <button type="submit" className={css.button} aria-disabled={asking}>
          {asking ? 'Verifico…' : 'Verifica'}
        </button>
      </form>
    </Page>
  )
}

function Checked({ certificate }: { certificate: CheckedCertificate }) {
  const { business_name, account_name, name, as_of, issued_at, revoked_at } = certificate
  const { regular, overdue, residue, disputes } = certificate
  const facts: [string, string][] = [
    ['Emessa da', business_name],
    ['Emessa il', formatDateTime(issued_at).replace(' ', ' alle ')],
    ['Condominio', account_name],
    ['Intestatario', name],
    ['Situazione al', formatDate(as_of)],
    ['Rate scadute', overdue > 0 ? formatEuro(overdue) : 'nessuna'],
    ['Da pagare in tutto', residue > 0 ? formatEuro(residue) : 'niente'],
    ['Liti in corso', disputes ? 'sì: leggi quali sul foglio' : 'nessuna'],
  ]
  return (
    <>
      <StatusLine state={certificateStates[revoked_at ? 'revoked' : 'genuine']} large />
      <Heading>{revoked_at ? 'Questa attestazione non vale più' : 'Questa attestazione è autentica'}</Heading>
      <p className={css.after}>
        {revoked_at
          ? `È stata revocata il ${formatDateTime(revoked_at).slice(0, 10)}: chiedine una nuova a chi l’ha emessa. Diceva così.`
          : 'Confronta questi dati con il foglio: valgono per il giorno in cui è stata emessa.'}
      </p>
      {!revoked_at && <StatusLine state={certificateStates[regular ? 'regular' : 'overdue']} />}
      <dl className={pay.facts} data-ruled>
        {facts.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** `7K3Q-M0…`, in groups of four as printed. */
const grouped = (text: string): string =>
  (
    text
      .toUpperCase()
      .replace(/[^0-9A-Z]/g, '')
      .slice(0, 28)
      .match(/.{1,4}/g) ?? []
  ).join('-')
