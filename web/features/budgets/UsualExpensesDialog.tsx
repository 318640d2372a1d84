import { Button, Checkbox } from '@mantine/core'
import { expenseNatures } from '@saldo/domain/bills/expense-payers'
import {
  type UsualExpenseName,
  usualExpenseNames,
  usualExpenses,
  usualTable,
} from '@saldo/domain/bills/usual-expenses'
import { fold } from '@saldo/domain/fold'
import { useState } from 'react'
import { api } from '../../api.ts'
import type { BudgetDetail } from '../../records/budget-query.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { formatCountOf } from '../../ui/grid/list.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from './Budget.module.css'
import { showBudget } from './budget-acts.ts'
import { expensesOf } from './budget-words.ts'

/** Chooses among the expenses that most condominiums have; amounts are typed afterwards. */
export function UsualExpensesDialog({ budget, onClose }: { budget: BudgetDetail; onClose: () => void }) {
  const there = new Set(budget.expenses.map(({ description }) => fold(description)))
  const offered = usualExpenseNames.filter((name) => !there.has(fold(usualExpenses[name].description)))
  const [chosen, setChosen] = useState<readonly UsualExpenseName[]>([])
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  async function add() {
    setBusy(true)
    setFailure(null)
    try {
      const { budget_id } = budget
      await showBudget(
        await api('PUT /v1/budgets/expenses/usual', { body: { budget_id, usual: [...chosen] } }),
      )
      onClose()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      opened
      title="Aggiungi voci abituali"
      size={520}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button loading={busy} disabled={chosen.length === 0} onClick={() => void add()}>
            {chosen.length === 0 ? 'Aggiungi' : `Aggiungi ${formatCountOf(chosen.length, expensesOf)}`}
          </Button>
        </>
      }
    >
      <div className={styles.usual}>
        {offered.length === 0 && <p className={styles.dim}>Ci sono già tutte.</p>}
        {offered.map((name) => (
          <Checkbox
            key={name}
            label={usualExpenses[name].description}
            description={usualSharing(name, budget.basis)}
            checked={chosen.includes(name)}
            onChange={(event) =>
              setChosen(
                event.currentTarget.checked ? [...chosen, name] : chosen.filter((each) => each !== name),
              )
            }
          />
        ))}
        <FormFailure failure={failure} />
      </div>
    </Dialog>
  )
}

/** `Tabella A · Straordinaria` */
function usualSharing(name: UsualExpenseName, { tables }: BudgetDetail['basis']): string {
  const { table: kind, criterion, nature } = usualExpenses[name]
  const table = usualTable(tables, kind)?.name ?? 'Tabella da scegliere'
  const how = criterion === 'metered' ? 'A consumo, letture da scegliere' : table
  return nature === 'ordinary' ? how : `${how} · ${expenseNatures[nature]}`
}
