import { Button } from '@mantine/core'
import { formatEuro } from '@saldo/domain/money'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import type { BudgetDetail } from '../../records/budget-query.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { formatCountOf } from '../../ui/grid/list.ts'
import { Section } from '../../ui/layout/Section.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import styles from './Budget.module.css'
import { actOnBudget, type Preview } from './budget-acts.ts'
import { billsOf, issueWords, unitsOf } from './budget-words.ts'

const pageOf = 100

/** Preview of the bills, unit by unit with totals; one confirmation issues them all. */
export function BudgetPreview({ budget }: { budget: BudgetDetail }) {
  const { data, ...query } = useInfiniteQuery({
    queryKey: ['budgets', 'preview', budget.budget_id],
    queryFn: ({ pageParam, signal }) =>
      api('GET /v1/budgets/preview/{id}', {
        params: { id: budget.budget_id },
        query: { from: pageParam, limit: pageOf },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  })
  const [first] = data?.pages ?? []
  if (query.isError)
    return (
      <QueryError
        error={query.error}
        what="Non riesco a mostrare l’anteprima"
        onRetry={() => void query.refetch()}
      />
    )
  if (!data || !first)
    return (
      <Loading what="l’anteprima">
        <TextSkeleton lines={8} />
      </Loading>
    )
  return (
    <>
      <Problems problems={first.problems} />
      {first.bills_count > 0 && (
        <Section
          title={`${formatCountOf(first.bills_count, billsOf)} per ${formatCountOf(first.units_count, unitsOf)}`}
        >
          <Bills budget={budget} bills={data.pages.flatMap(({ bills }) => bills)} amount={first.amount} />
          {query.hasNextPage && (
            <p className={styles.actions}>
              <Button
                variant="default"
                loading={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                Mostra altre unità
              </Button>
            </p>
          )}
        </Section>
      )}
      {first.problems.length === 0 && first.bills_count > 0 && <Issue budget={budget} preview={first} />}
      {first.problems.length === 0 && first.bills_count === 0 && (
        <p className={styles.dim}>Da queste voci non viene nessuna bolletta: gli importi si annullano.</p>
      )}
    </>
  )
}

/** Problems that prevent issuing, each with the people or units it is about. */
function Problems({ problems }: Pick<Preview, 'problems'>) {
  if (problems.length === 0) return null
  return (
    <div className={styles.notice} role="status">
      <p>
        <strong>Prima di emettere</strong>
      </p>
      <ul>
        {problems.map(({ message, names, count }) => (
          <li key={message}>
            {message}
            {count > 0 && (
              <>
                {' '}
                {names.join('; ')}
                {count > names.length && ` e altre ${count - names.length}`}.
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Bills({ budget, bills, amount }: { budget: BudgetDetail; bills: Preview['bills']; amount: number }) {
  const many = budget.due_dates.length > 1
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll a wide table by focusing it
    <section className={styles.scroll} tabIndex={0} aria-label="Bollette, da scorrere di lato">
      <table className={styles.bills} aria-label="Bollette">
        <thead>
          <tr>
            <th scope="col">Unità</th>
            <th scope="col">Chi paga</th>
            {budget.expenses.map(({ budget_expense_id, description }) => (
              <th key={budget_expense_id} scope="col" data-align="right" data-part>
                {description}
              </th>
            ))}
            {many && (
              <th scope="col" data-align="right" data-part>
                Prima rata
              </th>
            )}
            <th scope="col" data-align="right">
              Totale
            </th>
          </tr>
        </thead>
        <tbody>
          {bills.map((bill) => (
            <tr key={`${bill.unit_id}-${bill.subject_id}`}>
              <th scope="row">{bill.unit}</th>
              <td>{bill.subject_nominative}</td>
              {budget.expenses.map(({ budget_expense_id }, place) => (
                <td key={budget_expense_id} data-align="right" data-part>
                  <Amount cents={bill.lines.find(({ item }) => item === place)?.amount ?? 0} />
                </td>
              ))}
              {many && (
                <td data-align="right" data-part>
                  <Amount cents={bill.instalments[0]?.amount ?? 0} />
                </td>
              )}
              <td data-align="right">
                <Amount cents={bill.amount} size="strong" />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              Totale di tutte
            </th>
            <td data-part colSpan={budget.expenses.length + (many ? 1 : 0)} />
            <td data-align="right">
              <Amount cents={amount} total="open" />
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

function Issue({ budget, preview }: { budget: BudgetDetail; preview: Preview }) {
  const [asking, setAsking] = useState(false)
  return (
    <div className={styles.actions}>
      <Button size="lg" onClick={() => setAsking(true)}>
        {issueWords(preview)}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={`Emettere «${budget.name}»?`}
        action={issueWords(preview)}
        cancel="Non ancora"
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await actOnBudget('Non le ho emesse.', 'POST /v1/budgets/issue/{id}', {
            params: { id: budget.budget_id },
            body: { seen: preview.seen },
          })
          setAsking(false)
        }}
      >
        {formatCountOf(preview.bills_count, billsOf)} di {budget.account_name}, in tutto{' '}
        {formatEuro(preview.amount)}. Si scrivono tutte o nessuna; finché nessuno paga puoi annullarle
        insieme. I link si inviano dopo, da «Bollette».
      </ConfirmDialog>
    </div>
  )
}
