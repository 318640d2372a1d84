import { Button } from '@mantine/core'
import { api } from '../../api.ts'
import type { BudgetDetail } from '../../records/budget-query.ts'
import * as check from '../../ui/form/checks.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { MoneyField, SelectField } from '../../ui/form/fields.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from './Budget.module.css'
import { type Expense, showBudget } from './budget-acts.ts'
import { criterionNames } from './budget-words.ts'
import { UnitsField } from './UnitsField.tsx'

type Values = {
  description: string
  amount: number | null
  criterion: Expense['criterion']
  weight_table_id: string
  second_table_id: string
  fixed_percent: string
  unit_ids: number[]
  tenant_percent: string
}

/** Form of an expense, new or existing: description, amount, sharing criterion. */
export function ExpenseDialog({
  budget,
  of,
  onClose,
}: {
  budget: BudgetDetail
  of?: Expense
  onClose: () => void
}) {
  const form = useForm<Values>({
    initial: valuesOf(budget, of),
    checks: {
      description: check.required('Scrivi per che cosa è la spesa.'),
      amount: (value) => check.requiredMoney(value) ?? (value === 0 ? 'Scrivi un importo.' : null),
      weight_table_id: (value, { criterion, fixed_percent }) =>
        uses(criterion).first && !value && !(criterion === 'metered' && fixed_percent.trim() === '0')
          ? 'Scegli la tabella.'
          : null,
      second_table_id: (value, { criterion, fixed_percent }) =>
        uses(criterion).second && !value && !(criterion === 'metered' && fixed_percent.trim() === '100')
          ? 'Scegli la tabella.'
          : null,
      fixed_percent: (value, { criterion }) => (criterion === 'metered' ? percent(value) : null),
      unit_ids: (value, { criterion }) =>
        uses(criterion).units && value.length === 0 ? 'Scegli almeno un’unità.' : null,
      // May stay empty if no unit needs it; the server knows, and reports it at the field.
      tenant_percent: (value) => (value.trim() === '' ? null : percent(value)),
    },
    submit: async (values) => {
      const body = bodyFrom(values)
      const saved = of
        ? await api('POST /v1/budgets/expenses', {
            body: { budget_expense_id: of.budget_expense_id, ...body },
          })
        : await api('PUT /v1/budgets/expenses', { body: { budget_id: budget.budget_id, ...body } })
      await showBudget(saved)
      onClose()
    },
  })
  const { criterion } = form.values
  const shown = uses(criterion)
  const tables = budget.basis.tables.map(({ weight_table_id, name }) => ({
    value: String(weight_table_id),
    label: name,
  }))
  return (
    <Dialog opened title={of ? 'Modifica la voce' : 'Nuova voce'} size={520} onClose={onClose}>
      <form {...form.form} className={styles.fields}>
        <TextField
          {...form.field('description')}
          label="Voce"
          placeholder="Spese generali"
          autoComplete="off"
          maxLength={200}
          autoFocus
        />
        <MoneyField {...form.field('amount')} label="Importo dell’anno" />
        <SelectField
          {...form.field('criterion')}
          onChange={(value) => value && form.field('criterion').onChange(value as Expense['criterion'])}
          label="Come si divide"
          options={Object.entries(criterionNames).map(([value, label]) => ({ value, label }))}
        />
        {criterion === 'metered' && (
          <TextField
            {...form.field('fixed_percent')}
            label="Quota fissa, in percentuale"
            inputMode="numeric"
            maxLength={3}
            autoComplete="off"
          />
        )}
        {shown.first && (
          <SelectField {...form.field('weight_table_id')} label={firstLabel[criterion]} options={tables} />
        )}
        {shown.second && (
          <SelectField {...form.field('second_table_id')} label={secondLabel[criterion]} options={tables} />
        )}
        {shown.units && (
          <UnitsField
            {...form.field('unit_ids')}
            label={criterion === 'terrace' ? 'Chi ne ha l’uso esclusivo' : 'A quali unità, in parti uguali'}
            units={budget.basis.units}
          />
        )}
        <TextField
          {...form.field('tenant_percent')}
          label="A carico dell’inquilino, in percentuale"
          hint="Dove l’unità è affittata; il resto al proprietario. Vuota: tutto al proprietario"
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
        />
        <FormFailure failure={form.failure} />
        <div className={styles.actions} style={{ justifyContent: 'flex-end' }}>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" loading={form.busy}>
            {of ? 'Salva la voce' : 'Aggiungi la voce'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const uses = (criterion: Expense['criterion']) => ({
  first: criterion !== 'direct',
  second: criterion === 'stairs' || criterion === 'metered',
  units: criterion === 'direct' || criterion === 'terrace',
})
const firstLabel: Record<Expense['criterion'], string> = {
  table: 'Tabella',
  stairs: 'Tabella del valore',
  terrace: 'Tabella delle unità coperte',
  metered: 'Tabella della quota fissa',
  direct: '',
}
const secondLabel: Record<Expense['criterion'], string> = {
  table: '',
  stairs: 'Tabella dell’altezza dei piani',
  terrace: '',
  metered: 'Tabella delle letture',
  direct: '',
}
const percent = (value: string) =>
  /^(\d|[1-9]\d|100)$/.test(value.trim()) ? null : 'Scrivi una percentuale intera, da 0 a 100.'

function valuesOf({ basis }: BudgetDetail, of: Expense | undefined): Values {
  const usual = basis.tables.find(({ kind }) => kind === 'value') ?? basis.tables[0]
  return {
    description: of?.description ?? '',
    amount: of?.amount ?? null,
    criterion: of?.criterion ?? 'table',
    weight_table_id: String((of ? of.weight_table_id : usual?.weight_table_id) ?? ''),
    second_table_id: String(of?.second_table_id ?? ''),
    fixed_percent: String(of?.fixed_percent ?? 30),
    unit_ids: [...(of?.unit_ids ?? [])],
    tenant_percent: String(of?.tenant_percent ?? ''),
  }
}

const bodyFrom = (values: Values) => ({
  description: values.description,
  amount: values.amount ?? 0,
  criterion: values.criterion,
  weight_table_id: Number(values.weight_table_id) || null,
  second_table_id: Number(values.second_table_id) || null,
  fixed_percent: values.criterion === 'metered' ? Number(values.fixed_percent) : null,
  unit_ids: values.unit_ids,
  tenant_percent: values.tenant_percent.trim() === '' ? null : Number(values.tenant_percent),
})
