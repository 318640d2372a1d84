import { Button } from '@mantine/core'
import { formatEuro } from '@saldo/domain/money'
import { api } from '../../api.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { LongTextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { formatCountOf } from '../../ui/grid/list.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from '../../ui/overlay/DialogForm.module.css'
import { type MandateDetail, showMandate } from './mandate-query.ts'

const acts = {
  suspend: {
    route: 'POST /v1/mandates/{id}/suspend',
    title: 'Sospendi il mandato',
    done: 'sospeso',
    means: 'Finché è sospeso non si addebita nulla. Lo puoi riattivare quando vuoi.',
    danger: false,
  },
  resume: {
    route: 'POST /v1/mandates/{id}/resume',
    title: 'Riattiva il mandato',
    done: 'di nuovo attivo',
    means: 'Si può addebitare di nuovo. Gli addebiti annullati con la sospensione non tornano.',
    danger: false,
  },
  revoke: {
    route: 'POST /v1/mandates/{id}/revoke',
    title: 'Revoca il mandato',
    done: 'revocato',
    means: 'Finisce per sempre: per addebitare ancora questo conto serve un mandato nuovo.',
    danger: true,
  },
} as const

/** Suspends, resumes or ends a mandate, with the reason for its history. */
export default function EndMandateDialog({
  act,
  mandate,
  onClose,
}: {
  act: keyof typeof acts
  mandate: MandateDetail
  onClose: () => void
}) {
  const { route, title, done, means, danger } = acts[act]
  const { planned, subject_nominative } = mandate
  const form = useForm({
    initial: { reason: '' },
    submit: async ({ reason }) => {
      await showMandate(
        await api(route, {
          params: { id: mandate.mandate_id },
          body: reason.trim() ? { reason: reason.trim() } : {},
        }),
      )
      alertToast(`Mandato di ${subject_nominative} ${done}.`, 'success')
      onClose()
    },
  })
  return (
    <Dialog opened title={title} onClose={onClose}>
      <form {...form.form} className={styles.form}>
        <p className={styles.note}>{means}</p>
        {act !== 'resume' && planned.count > 0 && (
          <p className={styles.reason}>
            {planned.count === 1 ? 'Si annulla' : 'Si annullano'} anche{' '}
            {formatCountOf(planned.count, {
              one: 'addebito non ancora presentato',
              many: 'addebiti non ancora presentati',
            })}
            , {formatEuro(planned.amount)}: le bollette restano da pagare in un altro modo.
          </p>
        )}
        <LongTextField
          {...form.field('reason')}
          label="Motivo"
          hint="Resta nella cronologia del mandato"
          required={false}
          rows={2}
          maxLength={200}
        />
        <FormFailure failure={form.failure} />
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Lascia com’è
          </Button>
          <Button type="submit" color={danger ? 'mattone' : undefined} loading={form.busy}>
            {title}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
