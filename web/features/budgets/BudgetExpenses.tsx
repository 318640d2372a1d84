import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../../paths.ts'
import type { BudgetDetail } from '../../records/budget-query.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import styles from './Budget.module.css'
import { actOnBudget } from './budget-acts.ts'
import { ExpenseRow } from './ExpenseRow.tsx'
import { UsualExpensesDialog } from './UsualExpensesDialog.tsx'
import { unsavedNewExpenses } from './unsaved.ts'

/** The year's expenses, typed into a table; each row is saved when it is left. */
export function BudgetExpenses({ budget }: { budget: BudgetDetail }) {
  const [choosing, setChoosing] = useState(false)
  const { budget_id, expenses } = budget
  return (
    <>
      <BasisNotice budget={budget} />
      <Section title="Voci di spesa" help="weights">
        <p className={styles.dim} style={{ marginTop: 0 }}>
          Le voci si salvano da sole quando lasci la riga. Invio e frecce cambiano riga.
        </p>
        <div className={styles.head} aria-hidden>
          <span>Voce</span>
          <span data-align="right">Importo</span>
          <span>Criterio di riparto</span>
          <span>Natura</span>
          <span>Inquilino %</span>
        </div>
        <ul className={styles.expenses} aria-label="Voci di spesa">
          {expenses.map((expense) => (
            <ExpenseRow
              key={expense.budget_expense_id}
              budget={budget}
              expense={expense}
              onGone={() =>
                void actOnBudget('Non l’ho tolta.', 'DELETE /v1/budgets/expenses/{id}', {
                  params: { id: expense.budget_expense_id },
                })
              }
            />
          ))}
          <NewExpenses budget={budget} />
        </ul>
        <p className={styles.total} aria-live="polite">
          Totale <Amount cents={budget.amount} total="open" />
        </p>
      </Section>
      <div className={styles.actions}>
        {expenses.length > 0 && (
          <Button renderRoot={(props) => <Link {...paths.budget(budget_id, 'rate')} {...props} />}>
            Continua con le rate
          </Button>
        )}
        <Button variant="default" onClick={() => setChoosing(true)}>
          Aggiungi voci abituali
        </Button>
        <DiscardBudget budget={budget} />
      </div>
      {choosing && <UsualExpensesDialog budget={budget} onClose={() => setChoosing(false)} />}
    </>
  )
}

/** Rows for new expenses: the last one is always empty; the others are being saved, or could not be. */
function NewExpenses({ budget }: { budget: BudgetDetail }) {
  const [places, setPlaces] = useState(() => {
    const typed = unsavedNewExpenses(budget.budget_id)
    return [...typed, (typed.at(-1) ?? -1) + 1]
  })
  const [focused, setFocused] = useState<number | null>(null)
  return places.map((place) => (
    <ExpenseRow
      key={place}
      budget={budget}
      place={place}
      autoFocus={place === focused}
      onSaving={() => {
        if (place !== places.at(-1)) return
        setPlaces([...places, place + 1])
        // Enter saves the row and keeps the focus in it: then the next row takes the focus. After a click elsewhere it does not.
        if (document.activeElement?.closest('form')?.dataset.place === String(place)) setFocused(place + 1)
      }}
      onGone={() => setPlaces((now) => (now.length > 1 ? now.filter((each) => each !== place) : [place + 1]))}
    />
  ))
}

function BasisNotice({ budget: { account_id, budget_id, account_name, basis } }: { budget: BudgetDetail }) {
  const lacks = basis.units.length === 0 ? 'unita' : basis.tables.length === 0 ? 'tabelle' : null
  if (!lacks) return null
  return (
    <div className={styles.notice}>
      <p>
        {lacks === 'unita'
          ? 'Questo condominio non ha ancora unità'
          : 'Questo condominio non ha ancora tabelle millesimali'}
        : aggiungile nella sua scheda, poi torna qui.
      </p>
      <p>
        <Link {...paths.accountForBudget(account_id, lacks, budget_id)} className={styles.way}>
          Apri {account_name}
        </Link>
      </p>
    </div>
  )
}

function DiscardBudget({ budget }: { budget: BudgetDetail }) {
  const navigate = useNavigate()
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        Scarta il preventivo
      </Button>
      <ConfirmDialog
        opened={opened}
        danger
        title={`Scarta «${budget.name}»`}
        action="Scarta il preventivo"
        cancel="Lascia com’è"
        onClose={() => setOpened(false)}
        onConfirm={async () => {
          const done = await actOnBudget('Non l’ho scartato.', 'DELETE /v1/budgets/{id}', {
            params: { id: budget.budget_id },
          })
          setOpened(false)
          if (done) await navigate(paths.budgets())
        }}
      >
        Non si potrà più emettere; le sue voci si possono ancora copiare. Nessuna bolletta è stata emessa.
      </ConfirmDialog>
    </>
  )
}
