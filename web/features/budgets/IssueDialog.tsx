import { instalmentWords } from '@saldo/domain/bills/budget'
import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import type { BudgetDetail } from '../../records/budget-query.ts'
import { formatCountOf } from '../../ui/grid/list.ts'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { actOnBudget, type Preview } from './budget-acts.ts'
import { billsOf, issueWords } from './budget-words.ts'

/** Confirms the plan that it shows: the server refuses if the bills would be others. */
export function IssueDialog({
  budget,
  preview,
  onClose,
}: {
  budget: BudgetDetail
  preview: Preview
  onClose: () => void
}) {
  const { instalments } = preview
  const [only] = instalments
  return (
    <ConfirmDialog
      opened
      title={`Emetti le bollette di «${budget.name}»`}
      action={issueWords(preview)}
      cancel="Non ancora"
      onClose={onClose}
      onConfirm={async () => {
        await actOnBudget('Non le ho emesse.', 'POST /v1/budgets/issue/{id}', {
          params: { id: budget.budget_id },
          body: { seen: preview.seen },
        })
        onClose()
      }}
    >
      <p style={{ marginTop: 0 }}>
        {formatCountOf(preview.bills_count, billsOf)} di {budget.account_name}, emesse il{' '}
        {formatDate(preview.issue_date)}, in tutto {formatEuro(preview.amount)}.
      </p>
      <p>
        {instalments.length === 1 && only ? (
          <>
            <strong>Un’unica rata:</strong> tutto l’importo dell’esercizio, {formatEuro(only.amount)}, scade
            il {formatDate(only.due_date)}.
          </>
        ) : (
          <>In {instalmentWords(instalments)}.</>
        )}
      </p>
      <p style={{ marginBottom: 0 }}>
        Si scrivono tutte o nessuna; finché nessuno paga puoi annullarle insieme. I link si inviano dopo, da
        «Bollette».
      </p>
    </ConfirmDialog>
  )
}
