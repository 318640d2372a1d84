import { formatEuro } from '@saldo/domain/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, apiFile, type Reply } from '../../../api.ts'
import { errorSentence } from '../../../api-error.ts'
import { LinkButton } from '../../../ui/buttons/PlainButton.tsx'
import { QueryError } from '../../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../../ui/feedback/Skeleton.tsx'
import { alertToast } from '../../../ui/feedback/toast.ts'
import rows from '../../../ui/layout/RowList.module.css'
import { Section } from '../../../ui/layout/Section.tsx'
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx'
import { saveFile } from '../../../ui/save-file.ts'

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
  const { subject_id: id, account_id, account_name, subject_nominative, residue } = statement
  const [fetching, setFetching] = useState(false)
  const download = async () => {
    if (fetching) return
    setFetching(true)
    try {
      const { blob, name } = await apiFile('GET /v1/mystatements/{id}/pdf', {
        params: { id },
        query: { account_id },
      })
      saveFile(blob, name)
    } catch (error) {
      alertToast(errorSentence(error, 'Non riesco a scaricare l’estratto conto. Riprova fra poco.'), 'danger')
    } finally {
      setFetching(false)
    }
  }
  return (
    <li>
      <span>
        {account_name}
        <span className={rows.dim}>
          {several && `, ${subject_nominative}`}
          {residue > 0 && ` · residuo ${formatEuro(residue)}`}
        </span>
      </span>
      <LinkButton onClick={() => void download()} aria-busy={fetching}>
        {fetching ? 'Preparo…' : 'Scarica PDF'}
        <VisuallyHidden> dell’estratto conto di {account_name}</VisuallyHidden>
      </LinkButton>
    </li>
  )
}
