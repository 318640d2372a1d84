import { formatEuro } from '@saldo/domain/money'
import { useQuery } from '@tanstack/react-query'
import { api, type Reply } from '../../../api.ts'
import { QueryError } from '../../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../../ui/feedback/Skeleton.tsx'
import rows from '../../../ui/layout/RowList.module.css'
import { Section } from '../../../ui/layout/Section.tsx'
import { StatementButton } from './StatementButton.tsx'

type Statement = Reply<'GET /v1/mystatements'>['statements'][number]

/** The statement of this year, for each condominium of the resident, as PDF. */
export function MyStatements() {
  const { data, ...query } = useQuery({
    queryKey: ['bills', 'mine', 'statements'],
    queryFn: ({ signal }) => api('GET /v1/mystatements', { signal }),
  })
  if (data?.statements.length === 0) return null
  return (
    <Section title="Estratti conto">
      {query.isPending && (
        <Loading what="gli estratti conto">
          <TextSkeleton lines={2} />
        </Loading>
      )}
      {query.isError && (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare gli estratti conto"
          onRetry={() => void query.refetch()}
        />
      )}
      {data && (
        <ul className={rows.list} aria-label="Estratti conto">
          {data.statements.map((statement) => (
            <StatementRow
              key={`${statement.account_id} ${statement.subject_id}`}
              statement={statement}
              several={new Set(data.statements.map(({ subject_id }) => subject_id)).size > 1}
            />
          ))}
        </ul>
      )}
    </Section>
  )
}

function StatementRow({ statement, several }: { statement: Statement; several: boolean }) {
  const { account_name, subject_nominative, residue } = statement
  return (
    <li>
      <span>
        {account_name}
        <span className={rows.dim}>
          {several && `, ${subject_nominative}`}
          {residue > 0 && ` · residuo ${formatEuro(residue)}`}
        </span>
      </span>
      <StatementButton of={statement}>Scarica PDF</StatementButton>
    </li>
  )
}
