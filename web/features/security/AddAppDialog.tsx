import { Button } from '@mantine/core'
import { api, type Reply } from '../../api.ts'
import { CopyButton } from '../../ui/buttons/CopyButton.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import { required } from '../../ui/form/checks.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from './SecondSteps.module.css'

/** Adds an authenticator app: secret by QR code or by hand, confirmed by a first code. */
export default function AddAppDialog({
  proposed: { secret, qr },
  onAdded,
  onClose,
}: {
  proposed: Reply<'POST /v1/auth/totp'>
  onAdded: (codes: string[] | null) => void
  onClose: () => void
}) {
  const form = useForm({
    initial: { code: '' },
    checks: { code: required('Scrivi il codice che l’app mostra adesso.') },
    submit: async (body) => {
      const { recovery_codes } = await api('PUT /v1/auth/totp', { body })
      alertToast('App aggiunta. Dal prossimo accesso Saldo chiede un suo codice.', 'success')
      onAdded(recovery_codes)
    },
  })
  return (
    <Dialog opened title="Aggiungi un’app per i codici" onClose={onClose} size={460}>
      <form {...form.form} className={styles.form}>
        <p className={styles.text}>
          Inquadra il codice con l’app, per esempio Google Authenticator, Microsoft Authenticator o 2FAS.
        </p>
        <svg
          className={styles.qr}
          viewBox={`-4 -4 ${qr.size + 8} ${qr.size + 8}`}
          shapeRendering="crispEdges"
          role="img"
        >
          <title>Codice QR per l’app</title>
          <path d={qr.path} fill="#000000" />
        </svg>
        <p className={styles.text}>Non puoi inquadrarlo? Scrivi nell’app questa chiave:</p>
        <p className={styles.secret}>
          <span>{secret.match(/.{1,4}/g)?.join(' ')}</span>
          <CopyButton text={secret} what="la chiave" />
        </p>
        <TextField
          {...form.field('code')}
          label="Codice che l’app mostra adesso"
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={12}
          autoFocus
        />
        <FormFailure failure={form.failure} />
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" loading={form.busy}>
            Aggiungi l’app
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
