import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { EditPencil, Plus, Trash } from 'iconoir-react'
import { useState } from 'react'
import { paths } from '../../paths.ts'
import type { BudgetDetail } from '../../records/budget-query.ts'
import { IconButton } from '../../ui/buttons/PlainButton.tsx'
import { Amount } from '../../ui/data/Amount.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import styles from './Budget.module.css'
import { actOnBudget, type Expense } from './budget-acts.ts'
import { sharedBy } from './budget-words.ts'
import { ExpenseDialog } from './ExpenseDialog.tsx'

/** The year's expenses with their sharing criterion; each is saved on its own. */
export function BudgetExpenses({ budget }: { budget: BudgetDetail }) {
  const navigate = useNavigate()
  const [editing, setEditing] = useState<Expense | 'new' | null>(null)
  const [discarding, setDiscarding] = useState(false)
  const { tables, units } = budget.basis
  return (
    <>
      {(units.length === 0 || tables.length === 0) && (
        <div className={styles.notice}>
          <p>
            {units.length === 0
              ? 'Questo condominio non ha ancora unità'
              : 'Questo condominio non ha ancora tabelle millesimali'}
            : aggiungile nella sua scheda, poi torna qui.
          </p>
          <p>
            <Link {...paths.accountPage(budget.account_id)} style={{ color: 'inherit' }}>
              Apri {budget.account_name}
            </Link>
          </p>
        </div>
      )}
      <Section title="Voci di spesa">
        {budget.expenses.length === 0 && <p className={styles.dim}>Nessuna voce, per ora.</p>}
        <ul className={styles.expenses}>
          {budget.expenses.map((expense) => (
            <li key={expense.budget_expense_id} className={styles.expense}>
              <div>
                {expense.description}
                <div className={styles.how}>{sharedBy(expense, budget.basis)}</div>
              </div>
              <Amount cents={expense.amount} />
              <span className={styles.acts}>
                <IconButton
                  icon={EditPencil}
                  label={`Modifica ${expense.description}`}
                  onClick={() => setEditing(expense)}
                />
                <IconButton
                  icon={Trash}
                  label={`Togli ${expense.description}`}
                  onClick={() =>
                    void actOnBudget('Non l’ho tolta.', 'DELETE /v1/budgets/expenses/{id}', {
                      params: { id: expense.budget_expense_id },
                    })
                  }
                />
              </span>
            </li>
          ))}
        </ul>
        <p className={styles.total} aria-live="polite">
          Totale <Amount cents={budget.amount} total="open" />
        </p>
      </Section>
      <div className={styles.actions}>
        <Button variant="default" leftSection={<Icon of={Plus} />} onClick={() => setEditing('new')}>
          Aggiungi una voce
        </Button>
        {budget.expenses.length > 0 && (
          <Button renderRoot={(props) => <Link {...paths.budget(budget.budget_id, 'rate')} {...props} />}>
            Continua con le rate
          </Button>
        )}
        <Button variant="default" onClick={() => setDiscarding(true)}>
          Scarta il preventivo
        </Button>
      </div>
      {editing && (
        <ExpenseDialog
          budget={budget}
          of={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(null)}
        />
      )}
      <ConfirmDialog
        opened={discarding}
        danger
        title={`Scartare «${budget.name}»?`}
        action="Scarta il preventivo"
        cancel="Lascia com’è"
        onClose={() => setDiscarding(false)}
        onConfirm={async () => {
          const done = await actOnBudget('Non l’ho scartato.', 'DELETE /v1/budgets/{id}', {
            params: { id: budget.budget_id },
          })
          setDiscarding(false)
          if (done) await navigate(paths.budgets())
        }}
      >
        Le sue voci non si potranno più usare. Nessuna bolletta è stata emessa.
      </ConfirmDialog>
    </>
  )
}
