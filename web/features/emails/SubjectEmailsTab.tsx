import { Button } from '@mantine/core'
import { isUndelivered } from '@saldo/domain/mail/mail-state'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { TabColumn } from '../../records/RecordTabs.tsx'
import type { SubjectTabProps } from '../../records/record-tab.ts'
import { useRefusalReason } from '../../session/permissions/permission.ts'
import { LinkButton } from '../../ui/buttons/PlainButton.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { EmailRows } from './EmailRows.tsx'
import { type EmailOfSubject, emailsOfSubjectQuery } from './email-query.ts'
import { failureSentence } from './mail-states.ts'
import styles from './Outbox.module.css'

const SubjectEmailDialog = lazyWithRetry(() => import('./SubjectEmailDialog.tsx'))

/** The mails that the office wrote to a person. */
export function SubjectEmailsTab({ subject }: SubjectTabProps) {
  const refused = useRefusalReason('bills:read')
  if (refused)
    return (
      <TabColumn>
        <EmptyState title="Non puoi vedere le e-mail">{refused}</EmptyState>
      </TabColumn>
    )
  return (
    <TabColumn>
      <Mails subject_id={subject.subject_id} email={subject.email} />
    </TabColumn>
  )
}

function Mails({ subject_id, email }: { subject_id: number; email: string | null }) {
  const [open, setOpen] = useState<EmailOfSubject | null>(null)
  const query = useInfiniteQuery(emailsOfSubjectQuery(subject_id))
  const mails = query.data?.pages.flatMap(({ items }) => items)
  const latest = mails?.find(({ to_address }) => to_address.toLowerCase() === email?.toLowerCase())
  return (
    <Section title="E-mail">
      {query.isError && (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare le e-mail"
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && (
        <Loading what="le e-mail">
          <TextSkeleton lines={4} />
        </Loading>
      )}
      {latest && isUndelivered(latest.state) && (
        <p className={styles.problem}>
          L’ultima e-mail a {latest.to_address} non è arrivata. {failureSentence(latest.failure)} Chiedi un
          indirizzo che funzioni.
        </p>
      )}
      {mails?.length === 0 && (
        <EmptyState title="Nessuna e-mail">
          Qui stanno link, ricevute e solleciti che lo studio ha scritto a questa persona.
        </EmptyState>
      )}
      {mails && mails.length > 0 && (
        <EmailRows
          mails={mails}
          act={(mail) => (
            <LinkButton aria-label={`Apri «${mail.subject}»`} onClick={() => setOpen(mail)}>
              Apri
            </LinkButton>
          )}
        />
      )}
      {query.hasNextPage && (
        <Button
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Mostra le precedenti
        </Button>
      )}
      <Suspense fallback={null}>
        {open && <SubjectEmailDialog subject_id={subject_id} mail={open} onClose={() => setOpen(null)} />}
      </Suspense>
    </Section>
  )
}
