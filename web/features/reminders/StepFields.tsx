import { Button } from '@mantine/core'
import { mostSteps } from '@saldo/domain/arrears/reminder-plan'
import { Plus, Trash } from 'iconoir-react'
import { IconButton } from '../../ui/buttons/PlainButton.tsx'
import { FieldError } from '../../ui/form/FieldError.tsx'
import { SelectField } from '../../ui/form/fields.tsx'
import { FormSection } from '../../ui/form/RecordForm.tsx'
import { LongTextField, TextField } from '../../ui/form/text-fields.tsx'
import type { useForm } from '../../ui/form/useForm.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import styles from './Reminders.module.css'
import { emptyStep, type SequenceValues, type StepValue, stepTitles } from './sequence-form.ts'

const whens = [
  { value: 'before', label: 'prima della scadenza' },
  { value: 'after', label: 'dopo la scadenza' },
]

/** The levels and notices, each with its day and text. */
export function StepFields({ form }: { form: ReturnType<typeof useForm<SequenceValues>> }) {
  const field = form.field('steps')
  const steps = field.value
  const titles = stepTitles(steps)
  const partOf =
    (place: number) =>
    <K extends keyof StepValue>(name: K) =>
      form.part('steps', `steps.${place}.${name}`, steps[place]?.[name] ?? '', (whole, value) =>
        whole.map((step, at) => (at === place ? { ...step, [name]: value } : step)),
      )
  return (
    <FormSection title="Livelli">
      <div className={styles.steps}>
        {steps.map((_step, place) => {
          const part = partOf(place)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other name than their place
            <fieldset key={place} className={styles.step}>
              <legend className={styles.stepHead}>
                {titles[place]}
                <IconButton
                  icon={Trash}
                  label={`Togli: ${titles[place]}`}
                  disabled={steps.length === 1}
                  onClick={() => field.onChange(steps.filter((_each, at) => at !== place))}
                />
              </legend>
              <div className={styles.when}>
                <TextField {...part('name')} label="Nome" autoComplete="off" maxLength={40} />
                <TextField
                  {...part('days')}
                  label="Giorni"
                  inputMode="numeric"
                  autoComplete="off"
                  maxLength={4}
                />
                <SelectField {...part('when')} label="Quando" options={whens} />
              </div>
              <TextField {...part('subject')} label="Oggetto" autoComplete="off" maxLength={150} />
              <LongTextField {...part('text')} label="Testo" rows={7} maxLength={4000} />
            </fieldset>
          )
        })}
      </div>
      {field.error && (
        <p role="alert" style={{ margin: 0, color: 'var(--saldo-danger)' }}>
          <FieldError>{field.error}</FieldError>
        </p>
      )}
      <Button
        variant="default"
        className={styles.add}
        leftSection={<Icon of={Plus} />}
        disabled={steps.length >= mostSteps}
        onClick={() => field.onChange([...steps, emptyStep])}
      >
        Aggiungi un livello
      </Button>
    </FormSection>
  )
}
