import { Button } from '@mantine/core'
import {
  earliestDay,
  latestDueDay,
  latestIssueDay,
  whyNotDueOn,
  whyNotIssuedOn,
} from '@saldo/domain/accounting/registration-dates'
import { isDay } from '@saldo/domain/dates'
import { useNavigate } from '@tanstack/react-router'
import { Plus, Trash } from 'iconoir-react'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import type { BudgetDetail } from '../../records/budget-query.ts'
import { IconButton } from '../../ui/buttons/PlainButton.tsx'
import * as check from '../../ui/form/checks.ts'
import { DateField } from '../../ui/form/fields.tsx'
import { FieldPair, FormSection, RecordForm } from '../../ui/form/RecordForm.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { InstalmentSchedule } from '../bills/form/InstalmentSchedule.tsx'
import { addMonths } from '../bills/form/instalment-plan.ts'
import styles from './Budget.module.css'
import { showBudget } from './budget-acts.ts'

const most = 60
type Values = { name: string; year: string; issue_date: string; due_dates: string[] }

/** Issue date and due dates; equal instalments, the extra cents to the first ones. */
export function BudgetDates({ budget }: { budget: BudgetDetail }) {
  const navigate = useNavigate()
  const form = useForm<Values>({
    initial: {
      name: budget.name,
      year: String(budget.year),
      issue_date: budget.issue_date,
      due_dates: budget.due_dates.length > 0 ? [...budget.due_dates] : [''],
    },
    draft: `budget-${budget.budget_id}`,
    checks: {
      name: check.required('Scrivi come si chiama, per esempio Preventivo 2027.'),
      year: (value) => (/^(19|2[01])\d\d$/.test(value.trim()) ? null : 'Scrivi l’anno, per esempio 2027.'),
      issue_date: check.all(
        check.required('Manca la data.'),
        check.date,
        check.day((day) => whyNotIssuedOn(day)),
      ),
    },
    checkParts: wrongDates,
    submit: async ({ name, year, issue_date, due_dates }) => {
      await showBudget(
        await api('POST /v1/budgets', {
          body: { budget_id: budget.budget_id, name, year: Number(year), issue_date, due_dates },
        }),
      )
      await navigate(paths.budget(budget.budget_id, 'anteprima'))
    },
  })
  const { issue_date, due_dates } = form.values
  const first = due_dates[0] ?? ''
  const dates = form.field('due_dates')
  return (
    <RecordForm
      form={form}
      save="Continua con l’anteprima"
      onCancel={() => {
        form.reset()
        void navigate(paths.budget(budget.budget_id))
      }}
    >
      <FormSection title="Rate">
        <div className={styles.dates}>
          {due_dates.map((day, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: instalments have no other name than their place
            <div key={place} className={styles.date}>
              <span className={styles.which}>
                {due_dates.length > 1 ? `Rata ${place + 1} di ${due_dates.length}` : 'Rata unica'}
              </span>
              <DateField
                {...form.part('due_dates', `due_dates.${place}`, day, (whole, next) =>
                  whole.map((each, at) => (at === place ? next : each)),
                )}
                label="Scadenza"
                {...(isDay(issue_date) ? { min: issue_date, max: latestDueDay(issue_date) } : {})}
              />
              {due_dates.length > 1 && (
                <IconButton
                  icon={Trash}
                  label={`Togli la rata ${place + 1}`}
                  onClick={() => dates.onChange(due_dates.filter((_each, at) => at !== place))}
                />
              )}
            </div>
          ))}
        </div>
        <InstalmentSchedule
          label="Quante rate"
          action="Prepara le rate"
          ready={isDay(first)}
          needs="Scrivi la prima scadenza: le altre vengono da sole."
          onGenerate={(count, months) =>
            dates.onChange(Array.from({ length: count }, (_, at) => addMonths(first, at * months)))
          }
        />
        <div>
          <Button
            variant="default"
            leftSection={<Icon of={Plus} />}
            disabled={due_dates.length >= most}
            onClick={() => dates.onChange([...due_dates, following(due_dates)])}
          >
            Aggiungi una rata
          </Button>
        </div>
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
          <TextField
            {...form.field('year')}
            label="Anno"
            inputMode="numeric"
            maxLength={4}
            autoComplete="off"
          />
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

function wrongDates({ issue_date, due_dates }: Values): Record<string, string> {
  const whyNotDue = (day: string) => (isDay(issue_date) ? whyNotDueOn(day, issue_date) : null)
  const wrong = due_dates.map((day, place): [string, string | null] => [
    `due_dates.${place}`,
    check.all(check.required('Manca la data.'), check.date, check.day(whyNotDue))(day) ??
      (due_dates.indexOf(day) < place ? 'Un’altra rata scade lo stesso giorno.' : null),
  ])
  return Object.fromEntries(wrong.filter((entry): entry is [string, string] => entry[1] !== null))
}

const following = (due_dates: readonly string[]): string => {
  const last = due_dates.at(-1) ?? ''
  return isDay(last) ? addMonths(last, 1) : ''
}
