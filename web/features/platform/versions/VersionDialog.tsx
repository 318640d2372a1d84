import { Button } from '@mantine/core'
import { api } from '../../../api.ts'
import { queries } from '../../../session/queries.ts'
import { alertToast } from '../../../ui/feedback/toast.ts'
import * as check from '../../../ui/form/checks.ts'
import { FormFailure } from '../../../ui/form/FormFailure.tsx'
import { LongTextField, TextField } from '../../../ui/form/text-fields.tsx'
import { useForm } from '../../../ui/form/useForm.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import styles from '../../../ui/overlay/DialogForm.module.css'
import { editionNames, type MinimumVersion, minimumVersionsQuery } from './VersionsPage.tsx'

/** Sets the oldest web app of an edition that is answered, for a reason. */
export default function VersionDialog({ of, onClose }: { of: MinimumVersion; onClose: () => void }) {
  const form = useForm({
    initial: { minimum: of.minimum, reason: '' },
    checks: {
      minimum: check.required('Scrivi la versione.'),
      reason: check.required('Scrivi perché.'),
    },
    submit: async (body) => {
      const set = await api('PUT /v1/minimum-versions/{edition}', { params: { edition: of.edition }, body })
      await queries.invalidateQueries({ queryKey: minimumVersionsQuery.queryKey })
      onClose()
      alertToast(`Accettiamo dalla ${set.minimum} in poi.`, 'success')
    },
  })
  return (
    <Dialog
      opened
      title={`Cambia la versione minima: ${editionNames[of.edition]}`}
      onClose={onClose}
      size={480}
    >
      <form {...form.form} className={styles.form}>
        <p className={styles.note}>
          Chi usa una versione più vecchia vede subito come aggiornarla e non può più salvare.
        </p>
        <TextField
          {...form.field('minimum')}
          label="Versione"
          hint={`Fra la ${of.of_release} e la ${of.running}`}
          autoFocus
        />
        <LongTextField {...form.field('reason')} label="Motivo" rows={2} maxLength={500} />
        <FormFailure failure={form.failure} />
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" loading={form.busy}>
            Salva la versione minima
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
