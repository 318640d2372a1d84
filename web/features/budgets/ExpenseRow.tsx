import { expenseNatures } from '@saldo/domain/bills/expense-payers'
import { Settings, Trash } from 'iconoir-react'
import { type FocusEvent, useEffect, useRef, useState } from 'react'
import { api } from '../../api.ts'
import type { BudgetDetail } from '../../records/budget-query.ts'
import { IconButton } from '../../ui/buttons/PlainButton.tsx'
import { discardDraft } from '../../ui/form/drafts.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { MoneyField, SelectField } from '../../ui/form/fields.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import styles from './Budget.module.css'
import { type Expense, showBudget } from './budget-acts.ts'
import { criterionNames, rowNotes } from './budget-words.ts'
import { ExpenseDialog } from './ExpenseDialog.tsx'
import { expenseChecks, expenseOf, newExpense, type RowValues, rowValues } from './expense-form.ts'
import { moveByRow } from './move-by-row.ts'
import { unsavedExpense } from './unsaved.ts'

/** An expense of a budget, saved when the row is left; what cannot be saved stays typed, with the reason. */
export function ExpenseRow({
  budget,
  expense,
  place,
  autoFocus = false,
  onSaving,
  onGone,
}: {
  budget: BudgetDetail
  /** Left out: a new one. */
  expense?: Expense
  /** The position of a new row among the rows that are not saved yet. */
  place?: number
  autoFocus?: boolean
  onSaving?: () => void
  /** A new one was saved or emptied; a saved one is to be removed. */
  onGone: () => void
}) {
  const { budget_id, basis } = budget
  const stored = expense ?? newExpense(budget)
  const draft = unsavedExpense(budget_id, expense?.budget_expense_id ?? `new-${place ?? 0}`)
  const form = useForm<RowValues>({
    initial: rowValues(stored),
    draft,
    checks: expenseChecks,
    submit: async (values) => {
      onSaving?.()
      const body = expenseOf(stored, values)
      const saved = expense
        ? await api('POST /v1/budgets/expenses', {
            body: { budget_expense_id: expense.budget_expense_id, ...body },
          })
        : await api('PUT /v1/budgets/expenses', { body: { budget_id, ...body } })
      // At once, for the preview may be open already, which looks for what is not saved.
      discardDraft(draft)
      await showBudget(saved)
      if (!expense) onGone()
    },
  })
  const [details, setDetails] = useState<Expense['criterion'] | null>(null)
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (autoFocus) row.current?.querySelector('input')?.focus()
  }, [autoFocus])
  // What somebody else has changed, unless something is typed here.
  const now = JSON.stringify(rowValues(stored))
  const { dirty, busy, reset } = form
  const shown = useRef(now)
  useEffect(() => {
    if (shown.current === now || dirty) return
    shown.current = now
    reset(JSON.parse(now) as RowValues)
  }, [now, dirty, reset])

  const { values } = form
  const isEmpty = !expense && values.description.trim() === '' && values.amount === null
  const isWrong =
    expenseChecks.description(values.description) ??
    expenseChecks.amount(values.amount) ??
    expenseChecks.tenant_percent(values.tenant_percent)
  function leave({ currentTarget, relatedTarget }: FocusEvent<HTMLFormElement>) {
    if (!dirty || busy || currentTarget.contains(relatedTarget)) return
    if (isEmpty) {
      reset()
      onGone()
    } else if (!isWrong) void form.form.onSubmit()
  }
  const name = values.description.trim() || 'nuova voce'
  const sharing = form.field('sharing')
  return (
    <li ref={row} className={styles.row}>
      <form
        {...form.form}
        aria-label={name}
        className={styles.cells}
        data-place={place}
        onBlur={leave}
        onKeyDown={moveByRow}
      >
        <TextField
          {...form.field('description')}
          label="Voce"
          placeholder={expense ? undefined : 'Nuova voce'}
          autoComplete="off"
          maxLength={200}
          disabled={busy}
        />
        <MoneyField {...form.field('amount')} label="Importo" disabled={busy} />
        <SelectField
          {...sharing}
          label="Criterio di riparto"
          options={sharingOptions(budget)}
          disabled={busy}
          onChange={(value) => {
            if (!value) return
            if (value.startsWith('table:')) sharing.onChange(value)
            else setDetails(value as Expense['criterion'])
          }}
        />
        <SelectField
          {...form.field('nature')}
          label="Natura"
          options={Object.entries(expenseNatures).map(([value, label]) => ({ value, label }))}
          disabled={busy}
          onChange={(value) => value && form.field('nature').onChange(value as RowValues['nature'])}
        />
        <TextField
          {...form.field('tenant_percent')}
          label="Inquilino %"
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
          disabled={busy}
        />
        <span className={styles.acts}>
          <IconButton
            icon={Settings}
            label={`Riparto di ${name}`}
            disabled={busy}
            onClick={() => setDetails(stored.criterion)}
          />
          {(expense || dirty) && (
            <IconButton
              icon={Trash}
              label={`Togli ${name}`}
              disabled={busy}
              onClick={() => {
                reset()
                onGone()
              }}
            />
          )}
        </span>
        <RowNotes expense={stored} basis={basis} unsaved={dirty && !busy && !isEmpty} />
        <FormFailure failure={form.failure} />
      </form>
      {details && (
        <ExpenseDialog
          budget={budget}
          of={expense}
          initial={{ ...expenseWith(stored, values), criterion: details }}
          onSaved={() => {
            reset()
            if (!expense) onGone()
          }}
          onClose={() => setDetails(null)}
        />
      )}
    </li>
  )
}

/** The expense as typed in its row, for the dialog. */
const expenseWith = (stored: ReturnType<typeof newExpense>, values: RowValues) => ({
  ...stored,
  ...(expenseOf(stored, values) as typeof stored),
})

const sharingOptions = ({ basis }: BudgetDetail) => [
  ...basis.tables.map(({ weight_table_id, name }) => ({ value: `table:${weight_table_id}`, label: name })),
  ...Object.entries(criterionNames)
    .filter(([value]) => value !== 'table')
    .map(([value, label]) => ({ value, label })),
]

/** What does not fit into the cells: the year before, a criterion with several parts, what is not saved. */
function RowNotes({
  expense,
  basis,
  unsaved,
}: {
  expense: ReturnType<typeof newExpense>
  basis: BudgetDetail['basis']
  unsaved: boolean
}) {
  const notes = [...rowNotes(expense, basis), ...(unsaved ? ['Non ancora salvata'] : [])]
  return notes.length > 0 && <p className={styles.notes}>{notes.join(' · ')}</p>
}
