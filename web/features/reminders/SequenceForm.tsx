import { Button, Radio, Switch } from '@mantine/core'
import type { AddressForm } from '@saldo/domain/arrears/reminder-plan'
import { placeholders } from '@saldo/domain/arrears/reminder-texts'
import { useRef } from 'react'
import { api } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { queries } from '../../session/queries.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import { MoneyField } from '../../ui/form/fields.tsx'
import { FieldPair, FormSection, RecordForm } from '../../ui/form/RecordForm.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Section } from '../../ui/layout/Section.tsx'
import styles from './Reminders.module.css'
import { type Sequence, sequenceQuery } from './reminder-query.ts'
import { StepFields } from './StepFields.tsx'
import {
  bodyOf,
  checkSteps,
  type SequenceValues,
  sequenceChecks,
  sequenceValues,
  stepsInForm,
} from './sequence-form.ts'

/** Rules and texts of a sequence, of a condominium or of the office. */
export function SequenceForm({ of, onDone }: { of: Sequence; onDone: () => void }) {
  const { account_id } = of
  const initial = useRef<SequenceValues>(sequenceValues(of))
  const form = useForm<SequenceValues>({
    initial: initial.current,
    draft: `reminder-sequence-${account_id ?? 'office'}`,
    checks: sequenceChecks,
    checkParts: checkSteps,
    submit: async (values) => {
      const body = { ...bodyOf(values), ...(account_id === null ? {} : { account_id }) }
      await show(account_id, await api('POST /v1/reminders/sequence', { body }))
      alertToast('Regole e testi salvati.', 'success')
      onDone()
    },
  })
  const automatic = form.field('automatic')
  const address = form.field('address_form')
  /** Texts of the office’s own stay; when it saves, words of the other form are named. */
  const changeForm = (chosen: AddressForm) => {
    address.onChange(chosen)
    form.field('steps').onChange(stepsInForm(form.values.steps, chosen))
  }
  return (
    <div className={styles.sequence}>
      <RecordForm
        form={form}
        save="Salva"
        onCancel={onDone}
        also={of.from === 'account' && <FollowOffice of={of} />}
      >
        <FormSection title="Regole">
          <Switch
            label="Invio automatico ogni notte"
            description="Se è spento, partono solo quando li invii tu"
            checked={automatic.value}
            onChange={(event) => automatic.onChange(event.currentTarget.checked)}
          />
          <FieldPair>
            <TextField
              {...form.field('not_within_days')}
              label="Giorni fra un sollecito e l’altro"
              hint="Alla stessa persona, nello stesso condominio"
              inputMode="numeric"
              autoComplete="off"
              maxLength={3}
            />
            <MoneyField
              {...form.field('least_residue')}
              label="Importo minimo"
              hint="Sotto questo totale non parte nulla"
              required={false}
            />
          </FieldPair>
        </FormSection>
        <FormSection title="Tu o Lei">
          <Radio.Group
            label="Come ti rivolgi a chi legge"
            description="L’ultimo livello dà sempre del Lei"
            name="address_form"
            value={address.value}
            onChange={(value) => changeForm(value as AddressForm)}
          >
            <div className={styles.forms}>
              <Radio value="tu" label="Tu" />
              <Radio value="lei" label="Lei" />
            </div>
          </Radio.Group>
        </FormSection>
        <StepFields form={form} />
      </RecordForm>
      <aside className={styles.aside} aria-label="Segnaposti">
        <Section title="Segnaposti">
          <p className={styles.dim}>
            Oggetto e testo dei livelli possono contenerli: ogni sollecito parte con i dati di chi lo riceve.
            L’elenco delle bollette, il totale e come pagare si aggiungono da soli sotto il testo.
          </p>
          <dl className={styles.names}>
            {Object.entries(placeholders).map(([name, meaning]) => (
              <div key={name} style={{ display: 'contents' }}>
                <dt>
                  <code>{`{${name}}`}</code>
                </dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </Section>
      </aside>
    </div>
  )
}

/** Removes the condominium's own sequence: it uses the office's again. */
function FollowOffice({ of }: { of: Sequence }) {
  const drop = async () => {
    if (of.account_id === null) return
    try {
      const now = await api('DELETE /v1/reminders/sequence/{id}', { params: { id: of.account_id } })
      await show(of.account_id, now)
      alertToast('Ora il condominio segue le regole dello studio.', 'success')
    } catch (error) {
      const why = errorSentence(error, 'Riprova fra poco.')
      alertToast(`Non ho cambiato nulla. ${why}`, 'danger')
    }
  }
  return (
    <Button variant="default" size="lg" onClick={() => void drop()}>
      Segui le regole dello studio
    </Button>
  )
}

async function show(account_id: number | null, sequence: Sequence) {
  await queries.invalidateQueries({ queryKey: ['reminders'] })
  queries.setQueryData(sequenceQuery(account_id).queryKey, sequence)
}
