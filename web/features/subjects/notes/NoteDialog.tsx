import { Button } from '@mantine/core'
import { formatDateTime, parseItalianDate, today } from '@saldo/domain/dates'
import { type NoteKind, noteKindLabels } from '@saldo/domain/registry/note'
import { api } from '../../../api.ts'
import { alertToast } from '../../../ui/feedback/toast.ts'
import * as check from '../../../ui/form/checks.ts'
import { FormFailure } from '../../../ui/form/FormFailure.tsx'
import { DateField } from '../../../ui/form/fields.tsx'
import { LongTextField, TextField } from '../../../ui/form/text-fields.tsx'
import { useForm } from '../../../ui/form/useForm.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import styles from '../../../ui/overlay/DialogForm.module.css'
import { type Note, refetchNotes } from './notes-query.ts'

/** Writes a note or a call down (`of` is its kind), or changes one. */
export function NoteDialog({
  subject_id,
  of,
  onClose,
}: {
  subject_id: number
  of: NoteKind | Note
  onClose: () => void
}) {
  const before = typeof of === 'string' ? null : of
  const kind = typeof of === 'string' ? of : of.kind
  const label = noteKindLabels[kind].toLowerCase()
  const form = useForm({
    initial: {
      ...whenOf(before?.happened_at ?? new Date().toISOString()),
      text: before?.text ?? '',
      call_back_on: before?.call_back_on ?? '',
    },
    checks: {
      day: check.all(
        check.required('Scrivi il giorno.'),
        check.day((day) => (day > today() ? 'È nel futuro: scrivi quando è avvenuta.' : null)),
      ),
      time: (time) => (/^([01]?\d|2[0-3])[:.][0-5]\d$/.test(time.trim()) ? null : 'Scrivi l’ora come 10:30.'),
      text: check.required(kind === 'call' ? 'Scrivi che cosa vi siete detti.' : 'Scrivi che cosa annotare.'),
      call_back_on: check.date,
    },
    submit: async ({ day, time, text, call_back_on }) => {
      const body = {
        kind,
        text,
        day,
        time: time.trim().replace('.', ':').padStart(5, '0'),
        call_back_on: call_back_on || null,
      }
      if (before) await api('POST /v1/notes', { body: { ...body, note_id: before.note_id } })
      else await api('PUT /v1/notes', { body: { ...body, subject_id } })
      onClose()
      alertToast(kind === 'call' ? 'Telefonata annotata.' : 'Nota salvata.', 'success')
      await refetchNotes()
    },
  })
  return (
    <Dialog
      opened
      title={before ? `Modifica la ${label}` : kind === 'call' ? 'Annota una telefonata' : 'Scrivi una nota'}
      onClose={onClose}
      size={480}
    >
      <form {...form.form} className={styles.form}>
        <LongTextField
          {...form.field('text')}
          label={kind === 'call' ? 'Che cosa vi siete detti' : 'Nota'}
          hint="La leggono solo lo studio e i collaboratori, mai i residenti."
          maxLength={4000}
          rows={5}
          autoFocus
        />
        <div className={styles.pair}>
          <DateField {...form.field('day')} label="Data" max={today()} />
          <TextField {...form.field('time')} label="Ora" placeholder="10:30" maxLength={5} />
        </div>
        <DateField
          {...form.field('call_back_on')}
          label="Richiamare il"
          required={false}
          hint="La persona resta fra quelle da richiamare finché non segni la chiamata come fatta."
        />
        <FormFailure failure={form.failure} />
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" loading={form.busy}>
            Salva la {label}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Day and time of an instant on the clock of Rome. */
function whenOf(instant: string): { day: string; time: string } {
  const [date = '', time = ''] = formatDateTime(instant).split(' ')
  const read = parseItalianDate(date)
  return { day: read.ok ? read.date : '', time }
}
