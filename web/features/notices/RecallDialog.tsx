import { Button } from '@mantine/core'
import { formatEuro } from '@saldo/domain/money'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { SelectField } from '../../ui/form/fields.tsx'
import { LongTextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { formatCountOf } from '../../ui/grid/list.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from '../../ui/overlay/DialogForm.module.css'
import { refreshNotices } from './notice-query.ts'
import { noticeWords } from './notice-words.ts'

const other = 'Altro'
const reasons = [
  'Bolletta pagata in altro modo',
  'Importo o scadenza da correggere',
  'Bolletta annullata',
  other,
].map((value) => ({ value, label: value }))

/** Asks why notices are recalled, and makes the files that tell it to the banks. */
export default function RecallDialog({
  notice_ids,
  cents,
  onClose,
}: {
  notice_ids: readonly number[]
  /** Their sum. */
  cents: number
  onClose: () => void
}) {
  const navigate = useNavigate()
  const form = useForm({
    initial: { reason: '', own: '' },
    checks: {
      reason: (reason) => (reason === '' ? 'Scegli un motivo.' : null),
      own: (own, { reason }) => (reason === other && own.trim() === '' ? 'Scrivi il motivo.' : null),
    },
    submit: async ({ reason, own }) => {
      const body = { notice_ids: [...notice_ids], reason: reason === other ? own.trim() : reason }
      const { flows } = await api('POST /v1/notices/recall', { body })
      void refreshNotices()
      onClose()
      await navigate(paths.noticeFiles(flows.map(({ flow_id }) => flow_id)))
    },
  })
  const count = formatCountOf(notice_ids.length, noticeWords)
  return (
    <Dialog opened title={`Richiama ${count}, ${formatEuro(cents)}`} onClose={onClose}>
      <form {...form.form} className={styles.form}>
        <p className={styles.note}>
          Preparo il file che chiede alla banca di non incassarli più. Chi paga prima che la banca lo legga ha
          pagato: l’esito lo dice.
        </p>
        <SelectField
          {...form.field('reason')}
          label="Motivo"
          hint="Resta nella cronologia delle bollette"
          options={reasons}
        />
        {form.field('reason').value === other && (
          <LongTextField {...form.field('own')} label="Quale motivo" rows={2} maxLength={200} />
        )}
        <FormFailure failure={form.failure} />
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Lascia com’è
          </Button>
          <Button type="submit" loading={form.busy}>
            Crea il file del richiamo
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
