import { Button, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { formatDateTime } from '@saldo/domain/dates'
import { truncate } from '@saldo/domain/truncate'
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Search } from 'iconoir-react'
import { useState } from 'react'
import { ApiError } from '../../api-error.ts'
import { paths } from '../../paths.ts'
import { meQuery } from '../../session/queries.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import type { Query } from '../../ui/grid/list.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import dashboard from '../../ui/layout/Page.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import styles from './Outbox.module.css'
import { type OutboxMail, outboxQuery } from './outbox-query.ts'

const typingPause = 300
/** More than two lines hold; the mail itself shows all of it. */
const shownOfText = 160

/** `/posta`, and `/admin-management/email` for the back office: the mails that were not sent, the newest first. */
export function OutboxPage() {
  const { data: user } = useSuspenseQuery(meQuery)
  const { q = '' } = useSearch({ strict: false }) as Query
  const navigate = useNavigate()
  const all = user.flag_super_user
  const [text, setText] = useState(String(q))
  const find = (wanted: string) =>
    void navigate({ ...paths.outbox(all, wanted.trim() ? { q: wanted.trim() } : {}), replace: true })
  const search = useDebouncedCallback(find, typingPause)
  return (
    <div className={user.role === 'consumer' ? dashboard.own : dashboard.page}>
      <title>E-mail di prova · Saldo</title>
      <PageTitle
        title="E-mail di prova"
        summary={
          all
            ? 'Qui le e-mail non partono: le leggi tutte, con i link che contengono.'
            : `Qui le e-mail non partono: leggi quelle dirette a ${user.email ?? 'te'}.`
        }
      />
      <search className={styles.filters} aria-label="Filtri">
        <TextInput
          className={styles.search}
          size="xs"
          type="search"
          aria-label="Cerca fra le e-mail"
          placeholder="Indirizzo o oggetto"
          leftSection={<Icon of={Search} />}
          value={text}
          maxLength={200}
          onChange={(event) => {
            setText(event.currentTarget.value)
            search(event.currentTarget.value)
          }}
        />
      </search>
      <Mails
        q={String(q)}
        onClear={() => {
          setText('')
          find('')
        }}
      />
    </div>
  )
}

function Mails({ q, onClear }: { q: string; onClear: () => void }) {
  const query = useInfiniteQuery(outboxQuery(q))
  const mails = query.data?.pages.flatMap(({ items }) => items) ?? []
  if (query.isPending)
    return (
      <Loading what="le e-mail">
        <TextSkeleton lines={8} />
      </Loading>
    )
  if (query.error instanceof ApiError && query.error.error === 'mails_are_sent')
    return (
      <EmptyState title="Qui le e-mail partono davvero">
        Le legge solo chi le riceve, nella sua posta.
      </EmptyState>
    )
  if (query.isError)
    return (
      <QueryError
        error={query.error}
        what="Non riesco a mostrare le e-mail"
        onRetry={() => void query.refetch()}
      />
    )
  if (mails.length === 0) return <NoMails q={q} onClear={onClear} />
  return (
    <>
      <ul className={styles.list} aria-label="E-mail">
        {mails.map((mail) => (
          <MailRow key={mail.email_id} mail={mail} />
        ))}
      </ul>
      {query.hasNextPage && (
        <div className={styles.more}>
          <Button
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Mostra le e-mail prima
          </Button>
        </div>
      )}
    </>
  )
}

const MailRow = ({ mail }: { mail: OutboxMail }) => (
  <li>
    <Link {...paths.outboxMail(mail.email_id)} className={styles.row}>
      <span className={styles.subject}>{mail.subject}</span>
      <span className={styles.dim}>
        A {mail.to_address}, <time dateTime={mail.created_at}>{formatDateTime(mail.created_at)}</time>
      </span>
      <span className={styles.excerpt}>{truncate(mail.excerpt.replace(/\s+/g, ' '), shownOfText)}</span>
    </Link>
  </li>
)

function NoMails({ q, onClear }: { q: string; onClear: () => void }) {
  if (!q)
    return (
      <EmptyState title="Nessuna e-mail">
        Arrivano qui inviti, recuperi della password, ricevute e codici, pochi secondi dopo che Saldo li
        scrive.
      </EmptyState>
    )
  return (
    <EmptyState
      title="Nessuna e-mail con questo testo"
      action={
        <Button variant="default" onClick={onClear}>
          Togli i filtri
        </Button>
      }
    />
  )
}
