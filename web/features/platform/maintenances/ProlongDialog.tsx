import { Button } from '@mantine/core'
import { minuteOf } from '@saldo/domain/minutes'
import * as check from '../../../ui/form/checks.ts'
import { FormFailure } from '../../../ui/form/FormFailure.tsx'
import { MinuteField } from '../../../ui/form/MinuteField.tsx'
import { useForm } from '../../../ui/form/useForm.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import styles from '../../../ui/overlay/DialogForm.module.css'
import { prolongMaintenance } from './maintenance-acts.ts'
import type { Maintenance } from './maintenances-list.tsx'

/** Moves the end of a maintenance. */
export default function ProlongDialog({
  maintenance,
  onClose,
}: {
  maintenance: Maintenance
  onClose: () => void
}) {
  const form = useForm({
    initial: { until: minuteOf(new Date(maintenance.until)) as string },
    checks: { until: check.all(check.required('Scrivi quando finisce.'), check.minute) },
    submit: async ({ until }) => {
      await prolongMaintenance(maintenance, until)
      onClose()
    },
  })
  return (
    <Dialog opened title="Cambia la fine" onClose={onClose} size={440}>
      <form {...form.form} className={styles.form}>
        <MinuteField {...form.field('until')} label="Fine" autoFocus />
        <FormFailure failure={form.failure} />
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" loading={form.busy}>
            Salva la fine
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
