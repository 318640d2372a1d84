import { Button } from '@mantine/core'
import { passwordProblem, shortestPassword } from '@saldo/domain/password'
import { api, type Reply } from '../../api.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import { required } from '../../ui/form/checks.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { PasswordField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Section } from '../../ui/layout/Section.tsx'
import styles from './Security.module.css'

const empty = { old_password: '', new_password: '' }

/** Changes the password. The new one is typed once, because it can be shown. */
export function PasswordSection({ user }: { user: Reply<'GET /v1/users/me'> }) {
  const form = useForm({
    initial: empty,
    checks: {
      old_password: required('Scrivi la password che usi adesso.'),
      new_password: (password: string) =>
        required('Scrivi la nuova password.')(password) ??
        passwordProblem(password, [user.user_name, user.email]),
    },
    submit: async (body) => {
      await api('POST /v1/users/change/password', { body })
      form.reset(empty)
      alertToast('Password cambiata. Gli altri dispositivi devono accedere di nuovo.', 'success')
    },
  })
  return (
    <Section title="Password">
      <form {...form.form} className={styles.form}>
        <p className={styles.about}>
          Cambiandola esci da tutti gli altri dispositivi
          {user.email ? `, e ti scriviamo a ${user.email}` : ''}.
        </p>
        {/* Tells password managers whose password this is. */}
        <input type="text" autoComplete="username" value={user.user_name} readOnly hidden />
        <PasswordField
          label="Password attuale"
          autoComplete="current-password"
          {...form.field('old_password')}
        />
        <PasswordField
          label="Nuova password"
          hint={`Almeno ${shortestPassword} caratteri: tre o quattro parole vanno bene.`}
          autoComplete="new-password"
          {...form.field('new_password')}
        />
        <FormFailure failure={form.failure} />
        <div>
          <Button type="submit" loading={form.busy}>
            Cambia password
          </Button>
        </div>
      </form>
    </Section>
  )
}
