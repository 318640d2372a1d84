import { Button } from '@mantine/core'
import { type FeatureState, featureMeanings } from '@saldo/domain/platform/features'
import { alertToast } from '../../../ui/feedback/toast.ts'
import * as check from '../../../ui/form/checks.ts'
import { FormFailure } from '../../../ui/form/FormFailure.tsx'
import { SelectField } from '../../../ui/form/fields.tsx'
import { LongTextField } from '../../../ui/form/text-fields.tsx'
import { useForm } from '../../../ui/form/useForm.ts'
import { small } from '../../../ui/format/first-letter.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import styles from '../../../ui/overlay/DialogForm.module.css'
import { OfficesField, officeReferences } from '../OfficesField.tsx'
import { type FeatureSwitch, featureStates, setFeature } from './feature-switches.ts'

/** Turns a function on, off, or off for some offices, for a reason. */
export default function FeatureDialog({ of, onClose }: { of: FeatureSwitch; onClose: () => void }) {
  const { name, when_off, by_office } = featureMeanings[of.feature]
  const form = useForm({
    initial: { state: of.state as string, customer_ids: officeReferences(of.offices), reason: '' },
    checks: {
      customer_ids: (offices, { state }) =>
        state === 'off_for_some' && offices.length === 0 ? 'Scegli almeno uno studio.' : null,
      reason: check.required('Scrivi perché.'),
    },
    submit: async ({ state, customer_ids, reason }) => {
      await setFeature(of.feature, {
        state: state as FeatureState,
        // With another state the field is not shown, and keeps what was chosen.
        customer_ids: state === 'off_for_some' ? customer_ids.map(({ value }) => Number(value)) : [],
        reason,
      })
      onClose()
      alertToast(`${name}. Stato: ${featureStates[state as FeatureState].word.toLowerCase()}.`, 'success')
    },
  })
  const states = (['on', 'off', ...(by_office ? (['off_for_some'] as const) : [])] as const).map((value) => ({
    value,
    label: featureStates[value].word,
  }))
  return (
    <Dialog opened title={`Cambia ${name}`} onClose={onClose} size={480}>
      <form {...form.form} className={styles.form}>
        <p className={styles.note}>Quando è spento: {small(when_off)} Vale subito.</p>
        <SelectField {...form.field('state')} label="Stato" options={states} />
        {form.values.state === 'off_for_some' && (
          <OfficesField {...form.field('customer_ids')} label="Aggiungi uno studio" />
        )}
        <LongTextField {...form.field('reason')} label="Motivo" rows={2} maxLength={500} />
        <FormFailure failure={form.failure} />
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" loading={form.busy}>
            Salva
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
