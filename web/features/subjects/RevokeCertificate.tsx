import { Button } from '@mantine/core'
import { formatDate } from '@saldo/domain/dates'
import { api } from '../../api.ts'
import { queries } from '../../session/queries.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import * as check from '../../ui/form/checks.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { LongTextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from '../../ui/overlay/DialogForm.module.css'
import type { Certificate } from './CertificatesTab.tsx'

/** Revokes a certificate: from then on a check of its code says that it is revoked. It cannot be undone. */
export function RevokeCertificate({
  certificate: { certificate_id, subject_id, as_of, account_name },
  onClose,
}: {
  certificate: Certificate
  onClose: () => void
}) {
  const form = useForm({
    initial: { reason: '' },
    checks: { reason: check.required('Scrivi perché la revochi.') },
    submit: async ({ reason }) => {
      await api('POST /v1/certificates/revoke/{id}', { params: { id: certificate_id }, body: { reason } })
      onClose()
      alertToast('Attestazione revocata: chi la verifica lo vede subito.', 'success')
      await queries.invalidateQueries({ queryKey: ['subjects', 'certificates', subject_id] })
    },
  })
  return (
    <Dialog opened title="Revoca l’attestazione" onClose={onClose} size={480}>
      <form {...form.form} className={styles.form}>
        <p className={styles.note}>
          {account_name}, al {formatDate(as_of)}. Chi la verifica leggerà che non vale più. Non si può tornare
          indietro: se serve, ne emetti un’altra.
        </p>
        <LongTextField
          {...form.field('reason')}
          label="Perché"
          hint="Resta nello studio."
          maxLength={300}
          rows={2}
          autoFocus
        />
        <FormFailure failure={form.failure} />
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" color="mattone" loading={form.busy}>
            Revoca l’attestazione
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
