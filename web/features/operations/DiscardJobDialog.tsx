import { Button } from '@mantine/core'
import { alertToast } from '../../ui/feedback/toast.ts'
import * as check from '../../ui/form/checks.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { LongTextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import type { FailedJobDetail } from './FailedJobPanel.tsx'
import { discardJob } from './failed-job-acts.ts'
import styles from './Operations.module.css'

/** Discards a failed job, for a reason that stays in the history. */
export default function DiscardJobDialog({ job, onClose }: { job: FailedJobDetail; onClose: () => void }) {
  const form = useForm({
    initial: { reason: '' },
    checks: { reason: check.required('Scrivi perché.') },
    submit: async ({ reason }) => {
      await discardJob(job, reason)
      onClose()
      alertToast('Lavoro scartato.', 'success')
    },
  })
  return (
    <Dialog opened title="Scarta il lavoro" onClose={onClose} size={480}>
      <form {...form.form} className={styles.form}>
        <p className={styles.note}>Quello che doveva fare resta non fatto. Il motivo resta nella storia.</p>
        <LongTextField {...form.field('reason')} label="Motivo" maxLength={300} autoFocus />
        <FormFailure failure={form.failure} />
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" loading={form.busy}>
            Scarta il lavoro
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
