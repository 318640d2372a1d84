import { Button } from '@mantine/core'
import { expenseNatures } from '@saldo/domain/bills/expense-payers'
import { api } from '../../api.ts'
import type { BudgetDetail } from '../../records/budget-query.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { MoneyField, SelectField } from '../../ui/form/fields.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from './Budget.module.css'
import { WayToWeights } from './BudgetProblems.tsx'
import { type Expense, showBudget } from './budget-acts.ts'
import { criterionNames } from './budget-words.ts'
import {
  expenseChecks,
  numberOf,
  optionalPercent,
  requiredPercent,
  type StoredExpense,
  uses,
} from './expense-form.ts'
import { UnitsField } from './UnitsField.tsx'

type Values = {
  description: string
  amount: number | null
  criterion: Expense['criterion']
  weight_table_id: string
  second_table_id: string
  fixed_percent: string
  unit_ids: number[]
  nature: Expense['nature']
  tenant_percent: string
  usufructuary_percent: string
}

/** All of an expense, new or existing: how it is shared among the units, and who pays it inside each. */
export function ExpenseDialog({
  budget,
  of,
  initial,
  onSaved,
  onClose,
}: {
  budget: BudgetDetail
  of?: Expense
  /** What is typed so far. */
  initial: StoredExpense
  onSaved: () => void
  onClose: () => void
}) {
  const form = useForm<Values>({
    initial: valuesOf(initial),
    checks: {
      ...expenseChecks,
      weight_table_id: (value, { criterion, fixed_percent }) =>
        uses(criterion).first && !value && !(criterion === 'metered' && fixed_percent.trim() === '0')
          ? 'Scegli la tabella.'
          : null,
      second_table_id: (value, { criterion, fixed_percent }) =>
        uses(criterion).second && !value && !(criterion === 'metered' && fixed_percent.trim() === '100')
          ? 'Scegli la tabella.'
          : null,
      fixed_percent: (value, { criterion }) => (criterion === 'metered' ? requiredPercent(value) : null),
      unit_ids: (value, { criterion }) =>
        uses(criterion).units && value.length === 0 ? 'Scegli almeno un’unità.' : null,
      usufructuary_percent: optionalPercent,
    },
    submit: async (values) => {
      const body = bodyFrom(values)
      const saved = of
        ? await api('POST /v1/budgets/expenses', {
            body: { budget_expense_id: of.budget_expense_id, ...body },
          })
        : await api('PUT /v1/budgets/expenses', { body: { budget_id: budget.budget_id, ...body } })
      await showBudget(saved)
      onSaved()
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
    <Dialog opened title={of ? `Riparto di ${of.description}` : 'Nuova voce'} size={520} onClose={onClose}>
      <form {...form.form} className={styles.fields}>
        <TextField
          {...form.field('description')}
          label="Voce"
          placeholder="Spese generali"
          autoComplete="off"
          maxLength={200}
          autoFocus
        />
        <MoneyField {...form.field('amount')} label="Importo" />
        <SelectField
          {...form.field('criterion')}
          onChange={(value) => value && form.field('criterion').onChange(value as Expense['criterion'])}
          label="Criterio di riparto"
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
        {(shown.first || shown.second) && tables.length === 0 && (
          <p className={styles.lacking}>
            Questo condominio non ha ancora tabelle. <WayToWeights {...budget} />
          </p>
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
        <SelectField
          {...form.field('nature')}
          onChange={(value) => value && form.field('nature').onChange(value as Expense['nature'])}
          label="Natura"
          hint="Ordinaria: all’usufruttuario (art. 1004 c.c.). Straordinaria: al nudo proprietario (art. 1005 c.c.)"
          options={Object.entries(expenseNatures).map(([value, label]) => ({ value, label }))}
        />
        <TextField
          {...form.field('usufructuary_percent')}
          label="Quota dell’usufruttuario, in percentuale"
          hint="Da scrivere solo se si è deciso altro: il resto al nudo proprietario"
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
        />
        <TextField
          {...form.field('tenant_percent')}
          label="Quota dell’inquilino, in percentuale"
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
const valuesOf = (of: StoredExpense): Values => ({
  description: of.description,
  amount: of.amount,
  criterion: of.criterion,
  weight_table_id: String(of.weight_table_id ?? ''),
  second_table_id: String(of.second_table_id ?? ''),
  fixed_percent: String(of.fixed_percent ?? ''),
  unit_ids: [...of.unit_ids],
  nature: of.nature,
  tenant_percent: String(of.tenant_percent ?? ''),
  usufructuary_percent: String(of.usufructuary_percent ?? ''),
})

const bodyFrom = ({ description, amount, criterion, nature, unit_ids, ...typed }: Values) => ({
  ...{ description, amount, criterion, nature, unit_ids },
  weight_table_id: numberOf(typed.weight_table_id),
  second_table_id: numberOf(typed.second_table_id),
  fixed_percent: criterion === 'metered' ? numberOf(typed.fixed_percent) : null,
  tenant_percent: numberOf(typed.tenant_percent),
  usufructuary_percent: numberOf(typed.usufructuary_percent),
})
