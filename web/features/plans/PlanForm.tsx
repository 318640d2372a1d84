import { Checkbox } from '@mantine/core'
import { latestIssueDay } from '@saldo/domain/accounting/registration-dates'
import { today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { useRef } from 'react'
import { api } from '../../api.ts'
import { mailedTo } from '../../session/mailed.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { billStates } from '../../ui/data/states.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import { FieldError } from '../../ui/form/FieldError.tsx'
import { DateField } from '../../ui/form/fields.tsx'
import { FieldPair, FormSection, RecordForm } from '../../ui/form/RecordForm.tsx'
import { LongTextField, TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import styles from './Plans.module.css'
import { checkRates, type PlanValues, planChecks, planValues, totalOf } from './plan-form.ts'
import { type Debt, showPlan } from './plan-query.ts'
import { RatesFields } from './RatesFields.tsx'

/** Form of a plan: which debts, which rates, until when it can be accepted. */
export function PlanForm({ debts, onDone }: { debts: Debt[]; onDone: () => void }) {
  const initial = useRef(planValues(debts))
  const [first] = debts
  const form = useForm<PlanValues>({
    initial: initial.current,
    draft: `plan-${first?.account_id}-${first?.subject_id}`,
    checks: planChecks,
    checkParts: (values) => checkRates(values, totalOf(debts, values.bill_ids)),
    submit: async (values) => {
      const plan = await api('POST /v1/plans', {
        body: {
          bill_ids: values.bill_ids,
          rates: values.rates.map(({ due_date, amount }) => ({ due_date, amount: amount ?? 0 })),
          grace_days: Number(values.grace_days),
          expires_on: values.expires_on,
          note: values.note,
        },
      })
      await showPlan(plan)
      alertToast(`${mailedTo('Proposta', 'inviata', plan.email)}.`, 'success')
      onDone()
    },
  })
  const chosen = form.field('bill_ids')
  const total = totalOf(debts, chosen.value)
  return (
    <RecordForm form={form} save={`Proponi il piano di ${formatEuro(total)}`} onCancel={onDone}>
      <FormSection title="Che cosa deve">
        <div className={styles.debts}>
          {debts.map((debt) => (
            <div key={debt.bill_id} className={styles.debt}>
              <Checkbox
                checked={chosen.value.includes(debt.bill_id)}
                onChange={(event) =>
                  chosen.onChange(
                    event.currentTarget.checked
                      ? [...chosen.value, debt.bill_id]
                      : chosen.value.filter((id) => id !== debt.bill_id),
                  )
                }
                label={`${debt.number}, ${debt.description}`}
                description={<StateLabel state={billStates[debt.state]} />}
              />
              <Amount cents={debt.residue} />
            </div>
          ))}
          <p className={styles.total} aria-live="polite">
            In tutto <Amount cents={total} total="open" />
          </p>
          {chosen.error && (
            <p role="alert" className={styles.wrong}>
              <FieldError>{chosen.error}</FieldError>
            </p>
          )}
        </div>
      </FormSection>
      <RatesFields form={form} total={total} />
      <FormSection title="Condizioni">
        <FieldPair>
          <TextField
            {...form.field('grace_days')}
            label="Giorni di tolleranza"
            hint="Dopo la scadenza di una rata, prima che il piano decada"
            inputMode="numeric"
            autoComplete="off"
            maxLength={2}
          />
          <DateField
            {...form.field('expires_on')}
            label="Da accettare entro"
            hint="Poi la proposta scade"
            min={today()}
            max={latestIssueDay()}
          />
        </FieldPair>
        <LongTextField
          {...form.field('note')}
          label="Messaggio"
          hint="Le legge chi riceve la proposta"
          required={false}
          rows={3}
          maxLength={500}
        />
      </FormSection>
    </RecordForm>
  )
}
