import { Button } from '@mantine/core'
import type { ProofWanted } from '@saldo/contract/endpoint'
import { useState } from 'react'
import { ApiError } from '../../api-error.ts'
import { confirmByPasskey, type Json } from '../../session/step-up/passkey.ts'
import { LinkButton } from '../../ui/buttons/PlainButton.tsx'
import { required } from '../../ui/form/checks.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { PasswordField, TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { DemoCode } from './DemoCode.tsx'
import styles from './ProofForm.module.css'

type Way = ProofWanted['ways'][number]
/** The proof to send: one of them. */
export type Step = { password?: string; code?: string; recovery_code?: string; passkey?: Json }

type Given = {
  ways: readonly Way[]
  /** The user name, for password managers and for the demo. */
  user_name?: string | undefined
  passkeyOptions: () => Promise<Json>
  prove: (step: Step) => Promise<unknown>
  /** The label of the button. */
  action: string
  /** `md` on sign-in pages. */
  size?: 'md'
}

/**
 * Asks for one of several proofs of identity (password, code, passkey), the easiest first; links switch to the others.
 */
export function ProofForm(given: Given) {
  const { ways } = given
  const [way, setWay] = useState<Way>(easiest.find((each) => ways.includes(each)) ?? 'password')
  return (
    <div className={styles.proof}>
      {way === 'passkey' ? <PasskeyStep {...given} /> : <TypedStep key={way} way={way} {...given} />}
      {ways.length > 1 && (
        <ul className={styles.ways} aria-label="Altri modi">
          {ways
            .filter((other) => other !== way)
            .map((other) => (
              <li key={other}>
                <LinkButton onClick={() => setWay(other)}>{switches[other]}</LinkButton>
              </li>
            ))}
        </ul>
      )}
    </div>
  )
}

const easiest: readonly Way[] = ['passkey', 'totp', 'password', 'recovery_code']
const switches: Record<Way, string> = {
  passkey: 'Usa una passkey',
  totp: 'Usa un codice dell’app',
  password: 'Usa la password',
  recovery_code: 'Usa un codice di recupero',
}

function PasskeyStep({ passkeyOptions, prove, size }: Given) {
  const form = useForm({
    initial: {},
    submit: async () => prove({ passkey: await confirmByPasskey(await passkeyOptions()) }),
  })
  return (
    <form {...form.form} className={styles.form}>
      <FormFailure failure={form.failure} />
      <Button type="submit" fullWidth size={size ? 'lg' : 'sm'} loading={form.busy} autoFocus>
        Conferma con la passkey
      </Button>
    </form>
  )
}

const sentAs = { totp: 'code', password: 'password', recovery_code: 'recovery_code' } as const
const missing = {
  totp: 'Scrivi il codice che l’app mostra adesso.',
  password: 'Scrivi la password.',
  recovery_code: 'Scrivi uno dei codici di recupero.',
}

function TypedStep({ way, prove, action, size, user_name }: Given & { way: Exclude<Way, 'passkey'> }) {
  const name = sentAs[way]
  const form = useForm<Record<string, string>>({
    initial: { [name]: '' },
    checks: { [name]: required(missing[way]) },
    submit: (values) => prove({ [name]: values[name] }).catch(atField(name)),
  })
  const field = { ...form.field(name), size, autoFocus: true }
  const named = form.failure instanceof ApiError && form.failure.fields !== null
  return (
    <form {...form.form} className={styles.form}>
      {way === 'password' && (
        <>
          <input type="text" autoComplete="username" value={user_name ?? ''} readOnly hidden />
          <PasswordField {...field} label="Password" autoComplete="current-password" />
        </>
      )}
      {way === 'totp' && (
        <TextField
          {...field}
          label="Codice dell’app"
          hint="Sei cifre, che cambiano ogni 30 secondi."
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={12}
        />
      )}
      {way === 'totp' && user_name && <DemoCode user_name={user_name} onUse={form.field(name).onChange} />}
      {way === 'recovery_code' && (
        <TextField
          {...field}
          label="Codice di recupero"
          hint="Uno dei dieci che hai messo da parte. Vale una volta sola."
          autoComplete="off"
          maxLength={40}
        />
      )}
      {!named && <FormFailure failure={form.failure} />}
      <Button type="submit" fullWidth size={size ? 'lg' : 'sm'} loading={form.busy}>
        {action}
      </Button>
    </form>
  )
}

/** A wrong code is shown at its field, even if the server names no field (RFC 6749). */
const atField = (name: string) => (error: unknown) => {
  if (error instanceof ApiError && error.error === 'wrong_code')
    error.fields = { [name]: error.error_description }
  throw error
}
