import { Button } from '@mantine/core'
import { fileKindNames } from '@saldo/domain/files/file-kind'
import { api, type Reply } from '../../api.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import * as check from '../../ui/form/checks.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { LongTextField, TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from '../../ui/overlay/DialogForm.module.css'
import { refreshFiles } from './file-query.ts'

export type FileKindTotal = Reply<'GET /v1/files/kinds'>[number]

const asDays = (text: string) => (/^\d{1,5}$/.test(text.trim()) ? Number(text) : Number.NaN)

/** How many days files of a kind are kept. */
export default function FileRuleDialog({ of, onClose }: { of: FileKindTotal; onClose: () => void }) {
  const form = useForm({
    initial: { keep_days: of.keep_days === null ? '' : String(of.keep_days), reason: '' },
    checks: {
      keep_days: (text) =>
        text.trim() === '' || (asDays(text) >= 1 && asDays(text) <= 36_500)
          ? null
          : 'Scrivi un numero di giorni, da 1 a 36.500.',
      reason: check.required('Scrivi il motivo.'),
    },
    submit: async ({ keep_days, reason }) => {
      const days = keep_days.trim() === '' ? null : asDays(keep_days)
      await api('POST /v1/files/kinds', { body: { kind: of.kind, keep_days: days, reason } })
      onClose()
      alertToast('Regola salvata.', 'success')
      await refreshFiles()
    },
  })
  return (
    <Dialog opened title={`Imposta la durata: ${fileKindNames[of.kind]}`} onClose={onClose} size={480}>
      <form {...form.form} className={styles.form}>
        <p className={styles.note}>
          Ogni notte si eliminano i file più vecchi. Restano quelli bloccati, quelli con una data propria, e
          quelli da cui dipendono denaro o firme.
        </p>
        <TextField
          {...form.field('keep_days')}
          label="Giorni"
          hint="Vuoto: si conservano sempre"
          required={false}
          inputMode="numeric"
          maxLength={5}
          autoFocus
        />
        <LongTextField {...form.field('reason')} label="Motivo" maxLength={500} />
        <FormFailure failure={form.failure} />
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" loading={form.busy}>
            Salva la regola
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
