import { Button, Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { ApiError, errorSentence } from '../../api-error.ts'
import { queries } from '../../session/queries.ts'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import { FieldError } from '../../ui/form/FieldError.tsx'
import page from '../../ui/layout/Page.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import styles from './edit/Edit.module.css'
import { QueryAdminViews } from './QueryAdminViews.tsx'
import { queryAuthorsQuery } from './queries-query.ts'

/** Who writes queries, and runs what nobody has approved. */
export function QueryAuthorsPage() {
  const { data, ...query } = useQuery(queryAuthorsQuery)
  const [chosen, setChosen] = useState<number[] | null>(null)
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  const now = chosen ?? data?.authors.map(({ user_id }) => user_id) ?? []
  const save = async () => {
    setBusy(true)
    setWrong(null)
    try {
      queries.setQueryData(
        queryAuthorsQuery.queryKey,
        await api('PUT /v1/query-authors', { body: { user_ids: now } }),
      )
      setChosen(null)
      alertToast('Gli autori sono salvati.', 'success')
    } catch (error) {
      const said = error instanceof ApiError ? error.fields?.user_ids : undefined
      if (said) setWrong(said)
      else alertToast(errorSentence(error, 'Riprova fra poco.'), 'danger')
    }
    setBusy(false)
  }
  return (
    <div className={page.page}>
      <title>Autori delle interrogazioni · Saldo</title>
      <PageTitle title="Interrogazioni: autori" />
      <QueryAdminViews wide={false} />
      <p className={`${styles.hint} ${styles.under}`}>
        Gli autori scrivono le interrogazioni, le eseguono prima che siano approvate, e approvano quelle degli
        altri: per questo sono almeno due. Se non scegli nessuno, è autore tutto il backoffice.
      </p>
      {query.isError && (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare gli autori"
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && (
        <Loading what="gli autori">
          <TextSkeleton lines={3} />
        </Loading>
      )}
      {data && (
        <div className={`${styles.rows} ${styles.under}`}>
          {data.people.map(({ user_id, nominative }) => (
            <Checkbox
              key={user_id}
              label={nominative}
              disabled={!data.is_author}
              checked={now.includes(user_id)}
              onChange={(event) => {
                setWrong(null)
                setChosen(
                  event.currentTarget.checked ? [...now, user_id] : now.filter((id) => id !== user_id),
                )
              }}
            />
          ))}
          {wrong && (
            <p role="alert" className={styles.wrong}>
              <FieldError>{wrong}</FieldError>
            </p>
          )}
          {data.is_author ? (
            <Button
              style={{ justifySelf: 'start' }}
              loading={busy}
              disabled={chosen === null}
              onClick={() => void save()}
            >
              Salva gli autori
            </Button>
          ) : (
            <p className={styles.hint}>Li cambia solo chi è autore.</p>
          )}
        </div>
      )}
    </div>
  )
}
