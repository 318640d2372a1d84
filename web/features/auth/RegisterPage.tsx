import { Button } from '@mantine/core'
import { normaliseFiscalCode } from '@saldo/domain/registry/fiscal-code'
import { whyNotUserName } from '@saldo/domain/user-name'
import { useState } from 'react'
import { api } from '../../api.ts'
import { ApiError } from '../../api-error.ts'
import { AuthLayout } from '../../layouts/AuthLayout.tsx'
import { all, email, fiscalCode, required } from '../../ui/form/checks.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import links from '../../ui/layout/Links.module.css'
import { HumanCheck } from './HumanCheck.tsx'
import styles from './LoginPage.module.css'
import { OutboxHint } from './OutboxHint.tsx'
import { useHumanCheck } from './useHumanCheck.ts'

/** `/auth/register`: a resident requests access. The reply is the same for everybody, so that it reveals nothing. */
export default function RegisterPage() {
  const human = useHumanCheck()
  const [asked, setAsked] = useState<string | null>(null)
  const form = useForm({
    initial: { fiscal_code: '', bill_number: billInAddress(), email: '', username: '' },
    checks: {
      fiscal_code: all(required('Scrivi il codice fiscale.'), fiscalCode),
      bill_number: required('Scrivi il numero di una tua bolletta.'),
      email: all(required('Scrivi il tuo indirizzo e-mail.'), email),
      username: (name: string, { email }: { email: string }) =>
        required('Scegli un nome utente.')(name) ?? whyNotUserName(name.trim(), email.trim() || null),
    },
    submit: async (values) => {
      const recaptcha_token = (await human.token()) ?? ''
      try {
        await api('POST /v1/users/btoc/register', {
          body: {
            username: values.username.trim(),
            fiscal_code: normaliseFiscalCode(values.fiscal_code),
            bill_number: values.bill_number.trim(),
            recaptcha_token,
            extended_info: { email: values.email.trim() },
          },
        })
        setAsked(values.email.trim())
      } catch (error) {
        throw atOurFields(error)
      } finally {
        // A human check is valid for one attempt.
        human.restart()
      }
    },
  })
  return (
    <AuthLayout>
      <title>Registrati · Saldo</title>
      <h1 className={styles.title}>{asked ? 'Guarda la posta' : 'Registrati'}</h1>
      {asked ? (
        <div role="status" className={styles.form}>
          <p className={styles.message}>
            A <strong>{asked}</strong> arriva un’e-mail che dice come continuare. Se ti riconosciamo, da lì
            scegli la password.
          </p>
          <p className={styles.message}>
            Non arriva? Guarda nella posta indesiderata, poi riprova fra qualche minuto.
          </p>
          <OutboxHint />
        </div>
      ) : (
        <>
          <p className={styles.lead}>
            Per i condòmini: ti riconosciamo da una bolletta, con i dati che ha il tuo amministratore.
          </p>
          <form {...form.form} className={styles.form}>
            <TextField
              label="Codice fiscale"
              hint="Quello dell’intestatario della bolletta"
              autoComplete="off"
              size="md"
              autoFocus
              {...form.field('fiscal_code')}
            />
            <TextField
              label="Numero di una bolletta"
              hint="È in alto sull’avviso, per esempio 2026/000085"
              autoComplete="off"
              size="md"
              {...form.field('bill_number')}
            />
            <TextField
              label="E-mail"
              hint="L’indirizzo che conosce il tuo amministratore"
              type="email"
              autoComplete="email"
              size="md"
              {...form.field('email')}
            />
            <TextField
              label="Nome utente"
              hint="Lo scegli tu: servirà per accedere"
              autoComplete="username"
              size="md"
              {...form.field('username')}
            />
            <HumanCheck state={human.state} onRetry={human.restart} />
            <FormFailure failure={form.failure} />
            <Button type="submit" fullWidth size="lg" loading={form.busy}>
              Registrati
            </Button>
          </form>
        </>
      )}
      <p className={styles.beside}>
        <a className={links.link} href="#/auth/login">
          Torna all’accesso
        </a>
      </p>
    </AuthLayout>
  )
}

/** The number of the bill from whose page one comes. */
const billInAddress = (): string =>
  (new URLSearchParams(location.hash.split('?')[1]).get('bolletta') ?? '').slice(0, 60)

/** Server errors are shown at their fields; the human check is not a field, so its error is shown with the failure. */
function atOurFields(error: unknown): unknown {
  if (!(error instanceof ApiError) || !error.fields) return error
  const { 'extended_info.email': email, recaptcha_token: human, ...fields } = error.fields
  if (email) fields.email = email
  return Object.assign(error, { fields: human ? null : fields })
}
