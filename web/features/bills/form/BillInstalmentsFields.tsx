import { Button } from '@mantine/core'
import { latestDueDay } from '@saldo/domain/accounting/registration-dates'
import { isDay } from '@saldo/domain/dates'
import { Plus, Trash } from 'iconoir-react'
import { IconButton } from '../../../ui/buttons/PlainButton.tsx'
import { Amount } from '../../../ui/data/Amount.tsx'
import { FieldError } from '../../../ui/form/FieldError.tsx'
import { DateField, MoneyField } from '../../../ui/form/fields.tsx'
import { FormSection } from '../../../ui/form/RecordForm.tsx'
import { Icon } from '../../../ui/icons/Icon.tsx'
import styles from './BillForm.module.css'
import { type InstalmentValue, sumOf } from './bill-form.ts'
import { InstalmentSchedule } from './InstalmentSchedule.tsx'
import { addMonths, instalmentPlan } from './instalment-plan.ts'
import type { BillFormState } from './useBillForm.ts'

const most = 60

/** Due dates: one, or instalments that add up to the total. */
export function BillInstalmentsFields({ form }: { form: BillFormState }) {
  const { issue_date, lines, instalments } = form.values
  const total = sumOf(lines)
  const field = form.field('instalments')
  const put = (whole: InstalmentValue[], place: number, change: Partial<InstalmentValue>) =>
    whole.map((each, at) => (at === place ? { ...each, ...change } : each))
  const several = instalments.length > 1

  return (
    <FormSection title={several ? 'Rate' : 'Scadenza'}>
      <div className={styles.rows}>
        {instalments.map((instalment, place) => {
          const name = `instalments.${place}`
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: instalments have no other name than their place
            <div key={place} className={styles.row} data-kind="instalment">
              <span className={styles.which}>
                {several ? `Rata ${place + 1} di ${instalments.length}` : 'Rata unica'}
              </span>
              <DateField
                {...form.part('instalments', `${name}.due_date`, instalment.due_date, (whole, due_date) =>
                  put(whole, place, { due_date }),
                )}
                label="Scadenza"
                {...(isDay(issue_date) ? { min: issue_date, max: latestDueDay(issue_date) } : {})}
              />
              {several ? (
                <>
                  <MoneyField
                    {...form.part('instalments', `${name}.amount`, instalment.amount, (whole, amount) =>
                      put(whole, place, { amount }),
                    )}
                    label="Importo"
                  />
                  <IconButton
                    icon={Trash}
                    label={`Togli la rata ${place + 1}`}
                    onClick={() => field.onChange(instalments.filter((_each, at) => at !== place))}
                  />
                </>
              ) : (
                <span className={styles.fixed}>
                  <span>Importo</span>
                  <Amount cents={total} />
                </span>
              )}
            </div>
          )
        })}
      </div>
      {field.error && (
        <p className={styles.wrong} role="alert" style={{ color: 'var(--saldo-danger)' }}>
          <FieldError>{field.error}</FieldError>
        </p>
      )}
      <Split form={form} total={total} />
      {several && (
        <Button
          variant="default"
          className={styles.add}
          leftSection={<Icon of={Plus} />}
          disabled={instalments.length >= most}
          onClick={() => field.onChange([...instalments, next(instalments, total)])}
        >
          Aggiungi una rata
        </Button>
      )}
    </FormSection>
  )
}

/** The next instalment, with the missing amount. */
function next(instalments: readonly InstalmentValue[], total: number): InstalmentValue {
  const last = instalments.at(-1)?.due_date ?? ''
  const missing = total - sumOf(instalments)
  return { due_date: isDay(last) ? addMonths(last, 1) : '', amount: missing > 0 ? missing : null }
}

/** Divides the total into equal instalments from the first due date; the extra cents go to the first ones. */
function Split({ form, total }: { form: BillFormState; total: number }) {
  const first = form.values.instalments[0]?.due_date ?? ''
  return (
    <InstalmentSchedule
      label="Dividi in parti uguali"
      action="Dividi"
      ready={total > 0 && isDay(first)}
      needs="Per dividere servono gli importi delle voci e la prima scadenza."
      onGenerate={(count, months) =>
        form.field('instalments').onChange(instalmentPlan(total, count, first, months))
      }
    />
  )
}
