import { Button, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { ApiError, errorSentence } from '../../../api-error.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { alertToast } from '../../../ui/feedback/toast.ts'
import { formatCount } from '../../../ui/grid/list.ts'
import type { QueryChart, QueryPlan, QueryResult } from '../queries-query.ts'
import { ResultChart } from './ResultChart.tsx'
import { ResultTable } from './ResultTable.tsx'
import styles from './Run.module.css'
import type { Runnable, useRun } from './useRun.ts'

/** Shows how a run ended: rows as a table or a chart, a plan, or the reason of a failure. */
export function RunOutcome({
  running,
  chart,
}: {
  running: ReturnType<typeof useRun>
  chart: QueryChart | null
}) {
  const { state, cancel } = running
  return (
    <section className={styles.outcome} aria-label="Risultato" aria-busy={state.is === 'running'}>
      <div role="status">
        {state.is === 'running' && (
          <p className={styles.line}>
            In corso…
            <Button variant="default" size="xs" onClick={cancel}>
              Annulla
            </Button>
          </p>
        )}
        {state.is === 'cancelled' && <p className={styles.line}>Annullata.</p>}
        {state.is === 'rows' && <p className={styles.line}>{outcomeLine(state.result)}</p>}
      </div>
      {state.is === 'failed' && <Failure error={state.error} />}
      {state.is === 'plan' && <Plan plan={state.plan} />}
      {state.is === 'rows' && (
        <Rows result={state.result} asked={state.asked} chart={chart} save={running.save} />
      )}
    </section>
  )
}

const outcomeLine = ({ rows, is_cut, milliseconds }: QueryResult): string =>
  [
    is_cut
      ? `Le prime ${formatCount(rows.length)} righe: ce ne sono altre`
      : rows.length === 1
        ? '1 riga'
        : `${formatCount(rows.length)} righe`,
    `${formatCount(milliseconds)} ms`,
  ].join(' · ')

function Rows({
  result,
  asked,
  chart,
  save,
}: {
  result: QueryResult
  asked: Runnable
  chart: QueryChart | null
  save: (asked: Runnable, format: 'csv' | 'xlsx') => Promise<void>
}) {
  const [view, setView] = useState<'table' | 'chart'>('table')
  if (result.rows.length === 0)
    return <EmptyState title="Nessuna riga">L’interrogazione è riuscita, ma niente corrisponde.</EmptyState>
  const download = (format: 'csv' | 'xlsx') =>
    save(asked, format).catch((error: unknown) =>
      alertToast(`Non ho potuto esportare. ${errorSentence(error, 'Riprova fra poco.')}`, 'danger'),
    )
  return (
    <>
      <div className={styles.line}>
        {chart && (
          <SegmentedControl
            size="xs"
            value={view}
            onChange={(next) => setView(next as 'table' | 'chart')}
            data={[
              { value: 'table', label: 'Tabella' },
              { value: 'chart', label: 'Grafico' },
            ]}
          />
        )}
        <Button variant="default" size="xs" onClick={() => void download('csv')}>
          CSV
        </Button>
        <Button variant="default" size="xs" onClick={() => void download('xlsx')}>
          Excel
        </Button>
      </div>
      {chart && view === 'chart' ? (
        <ResultChart result={result} chart={chart} />
      ) : (
        <ResultTable result={result} />
      )}
    </>
  )
}

const Plan = ({ plan: { lines, cost, rows } }: { plan: QueryPlan }) => (
  <>
    <p className={styles.line}>
      Costo stimato {formatCount(Math.round(cost))} · righe stimate {formatCount(rows)}
    </p>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard */}
    <pre className={styles.plan} tabIndex={0}>
      {lines.join('\n')}
    </pre>
  </>
)

/** What PostgreSQL says is in English, and says so; what Saldo says of a field that is not marked stands here by itself. */
function Failure({ error }: { error: unknown }) {
  const fields: Record<string, string> = (error instanceof ApiError && error.fields) || {}
  const ofPostgres = error instanceof ApiError && error.error === 'query_refused' ? fields.text : undefined
  const sentences = ofPostgres === undefined ? sentencesOf(fields) : []
  return (
    <div role="alert" className={styles.failure}>
      {sentences.length === 0 && <p>{errorSentence(error, 'Riprova fra poco.')}</p>}
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {ofPostgres !== undefined && (
        <>
          <p>PostgreSQL risponde, in inglese:</p>
          <pre className={styles.said}>{ofPostgres}</pre>
        </>
      )}
    </div>
  )
}

/** Those of the fields that are not marked: the values of parameters are. */
const sentencesOf = (fields: Record<string, string>): string[] =>
  Object.entries(fields)
    .filter(([name]) => !name.startsWith('values.'))
    .map(([name, sentence]) => {
      const parameter = /^parameters\.(\d+)\./.exec(name)?.[1]
      return parameter === undefined ? sentence : `Parametro ${Number(parameter) + 1}: ${sentence}`
    })
