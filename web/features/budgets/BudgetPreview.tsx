import { Button } from '@mantine/core'
import { instalmentWords } from '@saldo/domain/bills/budget'
import { formatDate } from '@saldo/domain/dates'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, useEffect, useState } from 'react'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import type { BudgetDetail } from '../../records/budget-query.ts'
import { ReasonedButton } from '../../ui/buttons/ReasonedButton.tsx'
import { Amount } from '../../ui/data/Amount.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { formatCountOf } from '../../ui/grid/list.ts'
import { Section } from '../../ui/layout/Section.tsx'
import styles from './Budget.module.css'
import { BudgetNotices, BudgetProblems } from './BudgetProblems.tsx'
import type { Preview } from './budget-acts.ts'
import { billsOf, instalmentsOf, issueWords, unitsOf } from './budget-words.ts'
import { IssueDialog } from './IssueDialog.tsx'
import { unsavedOf } from './unsaved.ts'

const pageOf = 100

/** Preview of the bills, unit by unit with their instalments and totals; one confirmation issues them all. */
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
  // Pages of different plans would show bills that do not belong together.
  const mixed = data?.pages.some(({ seen }) => seen !== first?.seen) ?? false
  const { refetch } = query
  useEffect(() => {
    if (mixed) void refetch()
  }, [mixed, refetch])
  if (query.isError)
    return (
      <QueryError
        error={query.error}
        what="Non riesco a mostrare l’anteprima"
        onRetry={() => void query.refetch()}
      />
    )
  if (!data || !first || mixed)
    return (
      <Loading what="l’anteprima">
        <TextSkeleton lines={8} />
      </Loading>
    )
  return (
    <>
      <Unsaved budget_id={budget.budget_id} />
      <BudgetProblems budget={budget} problems={first.problems} />
      <BudgetNotices notices={first.notices} />
      {first.bills_count > 0 && (
        <>
          {first.instalments.length > 0 && <Instalments {...first} />}
          <Section
            title={`${formatCountOf(first.bills_count, billsOf)} per ${formatCountOf(first.units_count, unitsOf)}`}
          >
            <Bills preview={first} bills={data.pages.flatMap(({ bills }) => bills)} />
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
        </>
      )}
      {first.problems.length === 0 && first.bills_count > 0 && <Issue budget={budget} preview={first} />}
      {first.problems.length === 0 && first.bills_count === 0 && (
        <p className={styles.dim}>Da queste voci non viene nessuna bolletta: gli importi si annullano.</p>
      )}
    </>
  )
}

/** What was typed in the other steps and is not saved, so that the preview does not have it. */
function Unsaved({ budget_id }: { budget_id: number }) {
  const { dates, expenses } = unsavedOf(budget_id)
  if (!dates && !expenses) return null
  return (
    <div className={styles.notice} role="status">
      <p>
        <strong>Ci sono modifiche non salvate</strong>
      </p>
      <p>
        L’anteprima mostra il preventivo com’era prima.{' '}
        {dates && (
          <Link {...paths.budget(budget_id, 'rate')} className={styles.way}>
            Torna alle rate
          </Link>
        )}{' '}
        {expenses && (
          <Link {...paths.budget(budget_id, 'voci')} className={styles.way}>
            Torna alle voci
          </Link>
        )}
      </p>
    </div>
  )
}

/** Number, dates and sums of the instalments over all bills. */
const Instalments = ({ instalments, amount, issue_date }: Preview) => (
  <Section title={formatCountOf(instalments.length, instalmentsOf)}>
    <table className={styles.bills} aria-label="Rate">
      <thead>
        <tr>
          <th scope="col">Scadenza</th>
          <th scope="col">Bollette</th>
          <th scope="col" data-align="right">
            Importo
          </th>
        </tr>
      </thead>
      <tbody>
        {instalments.map((each, at) => (
          <tr key={each.due_date}>
            <th scope="row">
              {instalments.length > 1 && `${at + 1}ª rata: `}
              {formatDate(each.due_date)}
            </th>
            <td>{each.bills_count}</td>
            <td data-align="right">
              <Amount cents={each.amount} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            Emesse il {formatDate(issue_date)}, in tutto
          </th>
          <td data-align="right">
            <Amount cents={amount} total="open" />
          </td>
        </tr>
      </tfoot>
    </table>
  </Section>
)

function Bills({ preview, bills }: { preview: Preview; bills: Preview['bills'] }) {
  const { items, amount } = preview
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll a wide table by focusing it
    <section className={styles.scroll} tabIndex={0} aria-label="Bollette, da scorrere di lato">
      <table className={styles.bills} aria-label="Bollette">
        <thead>
          <tr>
            <th scope="col">Unità</th>
            <th scope="col">Chi paga</th>
            {items.map((description, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of the bills refer to expenses by place
              <th key={place} scope="col" data-align="right" data-part>
                {description}
              </th>
            ))}
            <th scope="col" data-align="right">
              Totale
            </th>
          </tr>
        </thead>
        <tbody>
          {bills.map((bill) => (
            <Fragment key={`${bill.unit_id}-${bill.subject_id}`}>
              <tr data-first={bill.instalments.length > 0 || undefined}>
                <th scope="row">{bill.unit}</th>
                <td>{bill.subject_nominative}</td>
                {items.map((_description, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as in the header
                  <td key={place} data-align="right" data-part>
                    <Amount cents={bill.lines.find(({ item }) => item === place)?.amount ?? null} />
                  </td>
                ))}
                <td data-align="right">
                  <Amount cents={bill.amount} size="strong" />
                </td>
              </tr>
              {bill.instalments.length > 0 && (
                <tr>
                  <td colSpan={items.length + 3} className={styles.how}>
                    {instalmentWords(bill.instalments)}
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              Totale di tutte
            </th>
            <td data-part colSpan={items.length} />
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
  // What the dialog shows is what it confirms, even if the preview behind it changes meanwhile.
  const [asking, setAsking] = useState<Preview | null>(null)
  const { dates, expenses } = unsavedOf(budget.budget_id)
  const why = dates
    ? 'Le rate che hai cambiato non sono salvate: torna alle rate e salvale.'
    : expenses
      ? 'Una voce che hai cambiato non è salvata: torna alle voci e completala.'
      : null
  return (
    <div className={styles.actions}>
      <ReasonedButton size="lg" why={why} onClick={() => setAsking(preview)}>
        {issueWords(preview)}
      </ReasonedButton>
      {asking && <IssueDialog budget={budget} preview={asking} onClose={() => setAsking(null)} />}
    </div>
  )
}
