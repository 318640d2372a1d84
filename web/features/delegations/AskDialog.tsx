import { Button } from '@mantine/core'
import { api } from '../../api.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import * as check from '../../ui/form/checks.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from '../../ui/overlay/DialogForm.module.css'

/** Asks the owner of some bills to let the reader pay them. */
export function AskDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    initial: { email: '' },
    checks: { email: check.all(check.required('Scrivi il suo indirizzo e-mail.'), check.email) },
    submit: async ({ email }) => {
      await api('POST /v1/delegations/ask', { body: { email } })
      onClose()
      alertToast(
        'Se a quell’indirizzo c’è un accesso, gli abbiamo scritto: ha 72 ore per dire di sì.',
        'success',
      )
    },
  })
  return (
    <Dialog opened title="Paga per qualcuno" onClose={onClose} size={480}>
      <form {...form.form} className={styles.form}>
        <p>
          Scrivi l’indirizzo con cui entra in Saldo: gli chiediamo il consenso. Se non ha un accesso, chiedi
          al suo amministratore di annotarlo.
        </p>
        <TextField {...form.field('email')} label="La sua e-mail" type="email" maxLength={254} autoFocus />
        <FormFailure failure={form.failure} />
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" loading={form.busy}>
            Chiedi il consenso
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
