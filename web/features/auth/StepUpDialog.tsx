import { api } from '../../api.ts'
import { meQuery, queries } from '../../session/queries.ts'
import type { StepUpRequest } from '../../session/step-up/step-up.ts'
import { LinkButton } from '../../ui/buttons/PlainButton.tsx'
import { NativeDialog } from '../../ui/overlay/NativeDialog.tsx'
import { ProofForm } from './ProofForm.tsx'
import styles from './StepUpDialog.module.css'

/**
 * Step-up: asks for the identity again before a sensitive act, and says so when the password is not enough. The page
 * behind stays as it is.
 */
export default function StepUpDialog({ asking: { ways, done, cancel } }: { asking: StepUpRequest }) {
  return (
    <NativeDialog
      title="Conferma che sei tu"
      textId="step-up-text"
      width={400}
      focus="input:not([hidden]), button"
      onEscape={cancel}
    >
      <p id="step-up-text" className={styles.text}>
        Operazione delicata: conferma di nuovo chi sei.
        {isBySecondStep(ways) && ' La password non basta, perché il tuo accesso ha un secondo passo.'}
      </p>
      {ways.length > 0 ? (
        <ProofForm
          ways={ways}
          user_name={queries.getQueryData(meQuery.queryKey)?.user_name}
          passkeyOptions={() => api('POST /v1/auth/step-up/passkey')}
          prove={async (body) => {
            await api('POST /v1/auth/step-up', { body })
            done()
          }}
          action="Conferma"
        />
      ) : (
        <p className={styles.text}>Esci e accedi di nuovo: per dieci minuti basta quello.</p>
      )}
      <footer className={styles.foot}>
        <LinkButton onClick={cancel}>Annulla</LinkButton>
      </footer>
    </NativeDialog>
  )
}

/** The server names the password only if the user has no second step. */
const isBySecondStep = (ways: StepUpRequest['ways']) => ways.length > 0 && !ways.includes('password')
