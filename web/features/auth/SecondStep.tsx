import type { ProofWanted } from '@saldo/contract/endpoint'
import { ApiError } from '../../api-error.ts'
import { loginSecondStep } from '../../session/session.ts'
import { LinkButton } from '../../ui/buttons/PlainButton.tsx'
import styles from './LoginPage.module.css'
import { ProofForm } from './ProofForm.tsx'

/** The second step after the password of `user_name`. `onBack`: start again, with the reason. */
export default function SecondStep({
  owed: { ticket = '', ways, passkey_options },
  user_name,
  onBack,
}: {
  owed: ProofWanted
  user_name: string
  onBack: (why: string | null) => void
}) {
  return (
    <>
      <title>Conferma che sei tu · Saldo</title>
      <h1 className={styles.title}>Conferma che sei tu</h1>
      <p className={styles.lead}>La password va bene. Manca solo questo passo.</p>
      <ProofForm
        size="md"
        ways={ways}
        user_name={user_name}
        action="Accedi"
        passkeyOptions={async () => passkey_options ?? {}}
        prove={({ passkey, ...step }) =>
          loginSecondStep({ ...step, ticket, ...(passkey && { passkey: JSON.stringify(passkey) }) }).catch(
            (error: unknown) => {
              if (!(error instanceof ApiError) || error.error !== 'invalid_grant') throw error
              onBack(error.error_description)
            },
          )
        }
      />
      <p className={styles.back}>
        <LinkButton onClick={() => onBack(null)}>Torna al nome e alla password</LinkButton>
      </p>
    </>
  )
}
