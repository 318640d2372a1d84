import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../api-error.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LoadedRecord } from '../../ui/feedback/LoadedRecord.tsx'
import links from '../../ui/layout/Links.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import styles from './edit/Edit.module.css'
import { approvedOf, type SavedQueryDetail, savedQueryQuery } from './queries-query.ts'
import { ParameterFields, type ParameterValues } from './run/ParameterFields.tsx'
import { RunOutcome } from './run/RunOutcome.tsx'
import { useRun } from './run/useRun.ts'
import { useRunScope } from './run/useRunScope.tsx'

/** `/management/query/{id}`: runs an approved query with its parameters. */
export function RunQueryPage() {
  const id = Number(useParams({ strict: false }).id)
  const query = useQuery(savedQueryQuery(id))
  return (
    <LoadedRecord
      query={query}
      list={
        <Link {...paths.queries()} className={links.link}>
          Interrogazioni
        </Link>
      }
      the="l’interrogazione"
      missing="Questa interrogazione non c’è"
      name={query.data?.name ?? 'Interrogazione'}
      tabTitle={query.data?.name ?? 'Interrogazione'}
    >
      {(found) => <Run key={found.version} query={found} />}
    </LoadedRecord>
  )
}

function Run({ query }: { query: SavedQueryDetail }) {
  const version = approvedOf(query)
  const running = useRun()
  const [values, setValues] = useState<ParameterValues>({})
  const { customer_id, scope } = useRunScope()
  if (!version || query.archived_at !== null)
    return (
      <EmptyState title="Non si può eseguire">
        {query.archived_at === null
          ? 'Nessuna versione è approvata: la approva un autore che non l’ha scritta.'
          : 'Questa interrogazione è archiviata.'}
      </EmptyState>
    )
  const asked = { query_id: query.query_id, values, customer_id }
  const wrong =
    running.state.is === 'failed' && running.state.error instanceof ApiError
      ? running.state.error.fields
      : null
  return (
    <>
      <PageTitle title={query.name} />
      {query.description && <p className={styles.said}>{query.description}</p>}
      <form
        className={`${styles.rows} ${styles.editor}`}
        onSubmit={(event) => {
          event.preventDefault()
          void running.run(asked)
        }}
      >
        <ParameterFields
          parameters={version.parameters}
          values={values}
          errors={wrong ?? {}}
          onChange={setValues}
        />
        <div className={styles.acts}>
          <Button type="submit">Esegui</Button>
          <Button variant="default" onClick={() => void running.plan(asked)}>
            Mostra il piano
          </Button>
          {scope}
        </div>
      </form>
      <RunOutcome running={running} chart={version.chart} />
    </>
  )
}
