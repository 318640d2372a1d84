import { Button } from '@mantine/core'
import { formatDate } from '@saldo/domain/dates'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { IfPermitted } from '../../session/permissions/IfPermitted.tsx'
import { queries } from '../../session/queries.ts'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { ConsentDialog } from './ConsentDialog.tsx'
import styles from './Delegations.module.css'
import { EndDelegation } from './EndDelegation.tsx'
import { inWords } from './Payers.tsx'

const ofSubject = (id: number) =>
  queryOptions({
    queryKey: ['subjects', 'delegations', id],
    queryFn: ({ signal }) => api('GET /v1/delegations/subjects/{id}', { params: { id }, signal }),
  })

/** A person's page, for the office: who sees and pays their bills, and the consents that it wrote down. */
export function SubjectDelegations({ subject_id }: { subject_id: number }) {
  const { data, ...query } = useQuery(ofSubject(subject_id))
  const [recording, setRecording] = useState(false)
  const refetch = () => queries.invalidateQueries({ queryKey: ofSubject(subject_id).queryKey })
  return (
    <Section
      title="Chi paga per questa persona"
      action={
        <IfPermitted permission="subjects:write">
          <Button variant="default" size="compact-md" onClick={() => setRecording(true)}>
            Annota un consenso
          </Button>
        </IfPermitted>
      }
    >
      {query.isPending && (
        <Loading what="le deleghe a pagare">
          <TextSkeleton lines={2} />
        </Loading>
      )}
      {query.isError && (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare chi paga per questa persona"
          onRetry={() => void query.refetch()}
        />
      )}
      {data?.length === 0 && <p className={styles.dim}>Nessuno: paga da sé.</p>}
      {data && data.length > 0 && (
        <ul className={styles.people} aria-label="Chi paga per questa persona">
          {data.map((each) => (
            <li key={each.delegation_id} className={styles.person}>
              <div className={styles.who}>
                <strong>{each.delegate_name}</strong>
                <span className={styles.dim}>{each.delegate_email}</span>
                <span>{inWords(each)}</span>
                {each.consent_by === 'office' && each.consent_on && (
                  <span className={styles.dim}>
                    Consenso del {formatDate(each.consent_on)}, annotato da {each.created_by_name}:{' '}
                    {each.consent_note}
                  </span>
                )}
              </div>
              {each.state !== 'ended' && each.state !== 'lapsed' && (
                <IfPermitted permission="subjects:write">
                  <EndDelegation
                    delegation_id={each.delegation_id}
                    label="Chiudi"
                    title={`Chiudi la delega a ${each.delegate_name}?`}
                    action="Chiudi la delega"
                    done={refetch}
                  >
                    Da subito {each.delegate_name} non vede e non paga più le bollette di questa persona.
                  </EndDelegation>
                </IfPermitted>
              )}
            </li>
          ))}
        </ul>
      )}
      {recording && (
        <ConsentDialog subject_id={subject_id} done={refetch} onClose={() => setRecording(false)} />
      )}
    </Section>
  )
}
