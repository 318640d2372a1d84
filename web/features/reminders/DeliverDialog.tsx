import { Button, Checkbox } from '@mantine/core'
import { type DeliveryWay, deliveryWays, deliveryWords } from '@saldo/domain/arrears/reminder-letter'
import { today } from '@saldo/domain/dates'
import { useState } from 'react'
import { api } from '../../api.ts'
import { queries } from '../../session/queries.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import * as check from '../../ui/form/checks.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { DateField, SelectField } from '../../ui/form/fields.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from '../../ui/overlay/DialogForm.module.css'
import { isLetterPaid, paperCount, renewLetters } from './reminder-acts.ts'

/** Records how and when letters on paper were delivered. */
export default function DeliverDialog({ ids, onClose }: { ids: number[]; onClose: () => void }) {
  const [paid, setPaid] = useState(false)
  const form = useForm({
    initial: {
      delivered_by: 'registered_letter' as string,
      delivered_on: today(),
      note: '',
      as_prepared: false,
    },
    checks: { delivered_on: check.required('Scrivi quando.') },
    submit: async ({ delivered_by, ...values }) => {
      const body = { ids, delivered_by: delivered_by as DeliveryWay, ...values }
      const { delivered } = await api('POST /v1/reminders/deliver', { body }).catch((refused: unknown) => {
        setPaid(isLetterPaid(refused))
        throw refused
      })
      await queries.invalidateQueries({ queryKey: ['reminders'] })
      const done = delivered === 1 ? 'Consegna registrata' : 'Consegne registrate'
      alertToast(`${done}: ${paperCount(delivered)}.`, 'success')
      onClose()
    },
  })
  return (
    <Dialog
      opened
      title={ids.length === 1 ? 'Registra la consegna' : `Registra la consegna di ${paperCount(ids.length)}`}
      onClose={onClose}
      size={480}
    >
      <form {...form.form} className={styles.form}>
        <SelectField
          {...form.field('delivered_by')}
          label="Come"
          options={deliveryWays.map((value) => ({ value, label: deliveryWords[value].name }))}
        />
        <DateField {...form.field('delivered_on')} label="Quando" max={today()} />
        <TextField
          {...form.field('note')}
          label="Nota"
          hint="Per esempio il numero della raccomandata (facoltativa)"
          required={false}
          autoComplete="off"
          maxLength={100}
        />
        <FormFailure failure={form.failure} />
        {paid && (
          <>
            <Checkbox
              checked={form.values.as_prepared}
              onChange={(event) => form.field('as_prepared').onChange(event.currentTarget.checked)}
              label="È stata consegnata così, prima del pagamento"
            />
            <Button variant="default" onClick={() => void renewLetters(ids).then(onClose)}>
              {ids.length === 1 ? 'Aggiorna la lettera' : 'Aggiorna le lettere'}
            </Button>
          </>
        )}
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" loading={form.busy}>
            Registra
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
