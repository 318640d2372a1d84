import { Button } from '@mantine/core'
import { earliestDay, latestDueDay, latestIssueDay } from '@saldo/domain/accounting/registration-dates'
import { isDay } from '@saldo/domain/dates'
import { useNavigate } from '@tanstack/react-router'
import { Plus, Trash } from 'iconoir-react'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import type { BudgetDetail } from '../../records/budget-query.ts'
import { IconButton } from '../../ui/buttons/PlainButton.tsx'
import { discardDraft } from '../../ui/form/drafts.ts'
import { DateField, SelectField } from '../../ui/form/fields.tsx'
import { FieldPair, FormSection, RecordForm } from '../../ui/form/RecordForm.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import styles from './Budget.module.css'
import { showBudget } from './budget-acts.ts'
import {
  type DatesValues,
  dateChecks,
  datesValues,
  instalmentCounts,
  instalmentGaps,
  instalmentsInWords,
  mostInstalments,
  withCount,
  withDate,
  withGap,
  wrongDates,
} from './budget-dates.ts'
import { unsavedDates } from './unsaved.ts'

/** Year of accounts, issue date and due dates; the dates follow the number of instalments as soon as it is chosen. */
export function BudgetDates({ budget }: { budget: BudgetDetail }) {
  const navigate = useNavigate()
  const { budget_id } = budget
  const form = useForm<DatesValues>({
    initial: datesValues(budget),
    draft: unsavedDates(budget_id),
    checks: dateChecks,
    checkParts: wrongDates,
    submit: async ({ name, starts_on, ends_on, issue_date, due_dates }) => {
      const body = { budget_id, name, starts_on, ends_on, issue_date, due_dates }
      const saved = await api('POST /v1/budgets', { body })
      // Before the preview opens, which looks for what is not saved.
      discardDraft(unsavedDates(budget_id))
      await showBudget(saved)
      await navigate(paths.budget(budget_id, 'anteprima'))
    },
  })
  return (
    <RecordForm
      form={form}
      save="Continua con l’anteprima"
      onCancel={() => {
        form.reset()
        void navigate(paths.budget(budget_id))
      }}
    >
      <FormSection title="Rate">
        <DueDates form={form} />
        <p className={styles.dim} aria-live="polite">
          {instalmentsInWords(budget.amount, form.values.due_dates.length)}
        </p>
      </FormSection>
      <FormSection title="Bollette">
        <FieldPair>
          <DateField
            {...form.field('issue_date')}
            label="Data di emissione"
            min={earliestDay()}
            max={latestIssueDay()}
            hint="Paga chi è titolare quel giorno"
          />
        </FieldPair>
        <FieldPair>
          <DateField {...form.field('starts_on')} label="Esercizio dal" />
          <DateField {...form.field('ends_on')} label="al" />
        </FieldPair>
        <TextField
          {...form.field('name')}
          label="Nome"
          hint="Si legge su ogni bolletta"
          maxLength={120}
          autoComplete="off"
        />
      </FormSection>
    </RecordForm>
  )
}

type Form = ReturnType<typeof useForm<DatesValues>>

function DueDates({ form }: { form: Form }) {
  const { due_dates, issue_date, count, gap } = form.values
  const dates = form.field('due_dates')
  const set = (days: string[]) => {
    form.field('count').onChange(String(days.length))
    dates.onChange(days)
  }
  return (
    <>
      <FieldPair>
        <SelectField
          {...form.field('count')}
          label="Quante rate"
          options={instalmentCounts(count)}
          onChange={(value) => value && set(withCount(due_dates, Number(value), gap))}
        />
        <SelectField
          {...form.field('gap')}
          label="Ogni quanto"
          options={instalmentGaps}
          disabled={due_dates.length < 2}
          onChange={(value) => {
            if (!value) return
            form.field('gap').onChange(value)
            dates.onChange(withGap(due_dates, value))
          }}
        />
      </FieldPair>
      <div className={styles.dates}>
        {due_dates.map((day, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: instalments have no other name than their place
          <div key={place} className={styles.date}>
            <span className={styles.which}>
              {due_dates.length > 1 ? `Rata ${place + 1} di ${due_dates.length}` : 'Rata unica'}
            </span>
            <DateField
              {...form.part('due_dates', `due_dates.${place}`, day, (whole, next) =>
                withDate(whole, place, next, gap),
              )}
              label="Scadenza"
              {...(isDay(issue_date) ? { min: issue_date, max: latestDueDay(issue_date) } : {})}
            />
            {due_dates.length > 1 && (
              <IconButton
                icon={Trash}
                label={`Togli la rata ${place + 1}`}
                onClick={() => set(due_dates.filter((_each, at) => at !== place))}
              />
            )}
          </div>
        ))}
      </div>
      <div>
        <Button
          variant="default"
          leftSection={<Icon of={Plus} />}
          disabled={due_dates.length >= mostInstalments}
          onClick={() => set(withCount(due_dates, due_dates.length + 1, gap))}
        >
          Aggiungi una rata
        </Button>
      </div>
    </>
  )
}
