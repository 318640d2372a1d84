import { Button } from '@mantine/core'
import { formatDateTime } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { Link } from '@tanstack/react-router'
import { Page, Prohibition } from 'iconoir-react'
import { useState } from 'react'
import { paths } from '../../paths.ts'
import type { BudgetDetail } from '../../records/budget-query.ts'
import { IfPermitted } from '../../session/permissions/IfPermitted.tsx'
import { useRefusalReason } from '../../session/permissions/permission.ts'
import { ReasonedButton } from '../../ui/buttons/ReasonedButton.tsx'
import { Amount } from '../../ui/data/Amount.tsx'
import { Facts } from '../../ui/data/Facts.tsx'
import { PaymentProgress } from '../../ui/data/PaymentProgress.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import { formatCountOf } from '../../ui/grid/list.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import styles from './Budget.module.css'
import { BudgetExpenseList } from './BudgetExpenseList.tsx'
import { actOnBudget } from './budget-acts.ts'
import { billsOf } from './budget-words.ts'

/** The bills of an issued budget; can be undone while nobody has paid. */
export function BudgetIssued({ budget }: { budget: BudgetDetail }) {
  const [undoing, setUndoing] = useState(false)
  const mayNot = useRefusalReason('bills:write')
  const { count, amount, settled } = budget.bills
  return (
    <>
      <Section title={formatCountOf(count, billsOf)}>
        <PaymentProgress
          due={amount}
          received={settled}
          state={settled >= amount ? 'settled' : settled > 0 ? 'partial' : 'open'}
          thick
        />
        <Facts
          rows={[
            ['Emesse', budget.issued_at ? formatDateTime(budget.issued_at) : '–'],
            ['Importo', <Amount key="amount" cents={amount} />],
            ['Incassato', <Amount key="settled" cents={settled} />],
          ]}
        />
      </Section>
      <div className={styles.actions}>
        <Button
          leftSection={<Icon of={Page} />}
          renderRoot={(props) => (
            <Link {...paths.bills({ budget_id: String(budget.budget_id) })} {...props} />
          )}
        >
          Vedi le bollette
        </Button>
        <CopyBudget budget={budget} />
        <ReasonedButton
          variant="default"
          why={mayNot ?? budget.why_not_undo}
          leftSection={<Icon of={Prohibition} />}
          onClick={() => setUndoing(true)}
        >
          Annulla l’emissione
        </ReasonedButton>
      </div>
      <BudgetExpenseList budget={budget} />
      <ConfirmDialog
        opened={undoing}
        danger
        title="Annulla l’emissione"
        action={`Annulla ${formatCountOf(count, billsOf)}`}
        cancel="Lascia com’è"
        typed={String(count)}
        onClose={() => setUndoing(false)}
        onConfirm={async () => {
          const done = await actOnBudget('Non le ho annullate.', 'POST /v1/budgets/undo/{id}', {
            params: { id: budget.budget_id },
          })
          setUndoing(false)
          if (done) alertToast('Bollette annullate. Il preventivo è di nuovo una bozza.', 'success')
        }}
      >
        In tutto {formatEuro(amount)}: nessuno li dovrà più e i link smetteranno di funzionare. Il preventivo
        torna una bozza, da correggere ed emettere di nuovo.
      </ConfirmDialog>
    </>
  )
}

/** Begins the budget of the next year with the same expenses. */
const CopyBudget = ({ budget: { account_id, budget_id } }: { budget: BudgetDetail }) => (
  <IfPermitted permission="bills:write">
    <Button
      variant="default"
      renderRoot={(props) => (
        <Link {...paths.newBudget({ account_id: String(account_id), copia: String(budget_id) })} {...props} />
      )}
    >
      Copia per l’anno dopo
    </Button>
  </IfPermitted>
)
