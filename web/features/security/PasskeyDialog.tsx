import { Button } from '@mantine/core'
import { api } from '../../api.ts'
import { makePasskey } from '../../session/step-up/passkey.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import { required } from '../../ui/form/checks.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from './SecondSteps.module.css'
import type { Passkey } from './second-steps-query.ts'

/** Names a passkey, and creates it first if it is new. */
export default function PasskeyDialog({
  passkey,
  onDone,
  onClose,
}: {
  passkey: Passkey | null
  onDone: (codes: string[] | null) => void
  onClose: () => void
}) {
  const form = useForm({
    initial: { name: passkey?.name ?? '' },
    checks: { name: required('Dai un nome alla passkey.') },
    submit: async ({ name }) => {
      if (passkey) {
        await api('PUT /v1/auth/passkeys/{id}', { params: { id: passkey.passkey_id }, body: { name } })
        return onDone(null)
      }
      const answer = await makePasskey(await api('POST /v1/auth/passkeys/options'))
      const { recovery_codes } = await api('POST /v1/auth/passkeys', { body: { name, answer } })
      alertToast('Passkey aggiunta. Dal prossimo accesso puoi confermare con la passkey.', 'success')
      onDone(recovery_codes)
    },
  })
  return (
    <Dialog
      opened
      title={passkey ? 'Rinomina la passkey' : 'Aggiungi una passkey'}
      onClose={onClose}
      size={420}
    >
      <form {...form.form} className={styles.form}>
        <TextField
          {...form.field('name')}
          label="Nome"
          hint="Per riconoscerla: “telefono”, “portatile dello studio”."
          maxLength={60}
          autoComplete="off"
          autoFocus
        />
        {!passkey && <p className={styles.text}>Poi il browser ti chiede dove salvarla e come sbloccarla.</p>}
        <FormFailure failure={form.failure} />
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" loading={form.busy}>
            {passkey ? 'Salva' : 'Crea la passkey'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
