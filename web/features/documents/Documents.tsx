import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNotChosenReason } from '../../session/customer/useNotChosenReason.ts'
import { useRefusalReason } from '../../session/permissions/permission.ts'
import { meQuery } from '../../session/queries.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { DocumentRow } from './DocumentRow.tsx'
import styles from './Documents.module.css'
import { documentsQuery, type Owner } from './documents-query.ts'
import { SharedWith } from './SharedWith.tsx'
import { UploadDocument } from './UploadDocument.tsx'

/** Documents of an office, a condominium or a person, and the upload. */
export function Documents({ of }: { of: Owner }) {
  const { data: user } = useSuspenseQuery(meQuery)
  const { data: documents, ...query } = useQuery(documentsQuery(of))
  const notChosen = useNotChosenReason(of.id)
  const whyNot = useRefusalReason('documents:write') ?? (of.owner === 'customer' ? notChosen : null)
  const mayWrite = whyNot === null
  if (query.isError)
    return (
      <QueryError
        error={query.error}
        what="Non riesco a mostrare i documenti"
        onRetry={() => void query.refetch()}
      />
    )
  return (
    <div className={styles.documents}>
      {mayWrite ? <UploadDocument of={of} /> : <p className={styles.dim}>{whyNot}</p>}
      <Section title="Documenti caricati">
        {of.owner === 'account' && <SharedWith account_id={of.id} />}
        {!documents ? (
          <Loading what="i documenti">
            <TextSkeleton lines={5} />
          </Loading>
        ) : documents.length === 0 ? (
          <EmptyState title="Nessun documento">{emptyBecause[of.owner]}</EmptyState>
        ) : (
          <ul className={styles.list} aria-label="Documenti">
            {documents.map((document) => (
              <DocumentRow
                key={document.document_id}
                of={of}
                document={document}
                mayWrite={mayWrite}
                mayJudge={user.flag_super_user}
              />
            ))}
          </ul>
        )}
      </Section>
    </div>
  )
}

const emptyBecause = {
  customer: 'Documento d’identità, visura, polizza: li verifichiamo, e ti scriviamo se qualcosa non va.',
  account: 'Delibera di nomina, codice fiscale, conto: quello che riguarda il condominio sta qui.',
  subject: 'Documento d’identità, atto, delega: quello che riguarda la persona sta qui.',
}
