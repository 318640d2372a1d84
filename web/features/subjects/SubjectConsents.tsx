import { Switch } from '@mantine/core'
import { formatDateTime } from '@saldo/domain/dates'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import type { Subject } from '../../records/subject-query.ts'
import { useRefusalReason } from '../../session/permissions/permission.ts'
import { queries } from '../../session/queries.ts'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import { Section } from '../../ui/layout/Section.tsx'
import styles from './SubjectConsents.module.css'

type Consent = Reply<'GET /v1/subjects/consents/{id}'>[number]
type Kind = Consent['kind']

/** Each consent's meaning, and its default. */
const kinds: readonly { kind: Kind; label: string; unasked: string; given?: true }[] = [
  {
    kind: 'email_notices',
    label: 'Avvisi per e-mail',
    unasked: 'Mai chiesto: gli avvisi partono, se c’è un indirizzo.',
    given: true,
  },
  { kind: 'pec', label: 'Comunicazioni per PEC', unasked: 'Mai chiesto.' },
  { kind: 'paper', label: 'Comunicazioni su carta', unasked: 'Mai chiesto.' },
  { kind: 'marketing', label: 'Proposte commerciali', unasked: 'Mai chiesto: non se ne mandano.' },
]

/** Contact consents of a person: since when, recorded by whom. */
export function SubjectConsents({ subject: { subject_id } }: { subject: Subject }) {
  const queryKey = ['subjects', 'consents', subject_id]
  const mayNot = useRefusalReason('subjects:write')
  const { data: consents, ...query } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api('GET /v1/subjects/consents/{id}', { params: { id: subject_id }, signal }),
  })
  const keep = useMutation({
    mutationFn: (body: { kind: Kind; given: boolean }) =>
      api('POST /v1/subjects/consents/{id}', { params: { id: subject_id }, body }),
    onSuccess: (kept) => queries.setQueryData(queryKey, kept),
    onError: (error) => alertToast(errorSentence(error, 'Non l’ho salvato. Riprova fra poco.'), 'danger'),
  })
  return (
    <Section title="Comunicazioni">
      {mayNot && <p className={styles.note}>{mayNot}</p>}
      {query.isPending && (
        <Loading what="i consensi">
          <TextSkeleton lines={4} />
        </Loading>
      )}
      {query.isError && (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare i consensi"
          onRetry={() => void query.refetch()}
        />
      )}
      {consents && (
        <ul className={styles.consents}>
          {kinds.map(({ kind, label, unasked, given }) => {
            const said = consents.find((consent) => consent.kind === kind)
            const asked = keep.isPending && keep.variables.kind === kind ? keep.variables.given : undefined
            return (
              <li key={kind}>
                <Switch
                  label={label}
                  description={said ? since(said) : unasked}
                  checked={asked ?? said?.given ?? given ?? false}
                  disabled={keep.isPending || mayNot !== null}
                  onChange={(event) => keep.mutate({ kind, given: event.currentTarget.checked })}
                />
              </li>
            )
          })}
        </ul>
      )}
    </Section>
  )
}

const since = ({ given, at, actor }: Consent) =>
  `${given ? 'Sì' : 'No'} dal ${formatDateTime(at).slice(0, 10)}, annotato da ${actor}.`
