import type { BudgetDetail } from '../../records/budget-query.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import styles from './Budget.module.css'
import { sharingInWords } from './budget-words.ts'

/** A budget's expenses, read-only. */
export const BudgetExpenseList = ({ budget }: { budget: BudgetDetail }) => (
  <Section title="Voci di spesa">
    <ul className={styles.expenses}>
      {budget.expenses.map((expense) => (
        <li key={expense.budget_expense_id} className={styles.expense}>
          <div>
            {expense.description}
            <div className={styles.how}>{sharingInWords(expense, budget.basis)}</div>
          </div>
          <Amount cents={expense.amount} />
        </li>
      ))}
    </ul>
    <p className={styles.total}>
      Totale <Amount cents={budget.amount} total="open" />
    </p>
  </Section>
)
