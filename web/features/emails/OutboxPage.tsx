import { Button } from '@mantine/core'
import { formatDateTime } from '@saldo/domain/dates'
import { truncate } from '@saldo/domain/truncate'
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ApiError } from '../../api-error.ts'
import { paths } from '../../paths.ts'
import { meQuery } from '../../session/queries.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { PagedFeed } from '../../ui/feedback/PagedFeed.tsx'
import { TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { SearchBar } from '../../ui/grid/filters/SearchField.tsx'
import type { Query } from '../../ui/grid/list.ts'
import dashboard from '../../ui/layout/Page.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import styles from './Outbox.module.css'
import { outboxMailWords } from './outbox-mail-words.ts'
import { type OutboxMail, outboxQuery } from './outbox-query.ts'

/** More than two lines hold; the mail itself shows all of it. */
const shownOfText = 160

/** `/posta`, and `/admin-management/email` for the back office: the mails that were not sent, the newest first. */
export function OutboxPage() {
  const { data: user } = useSuspenseQuery(meQuery)
  const { q = '' } = useSearch({ strict: false }) as Query
  const navigate = useNavigate()
  const all = user.flag_super_user
  const find = (wanted: string) =>
    void navigate({ ...paths.outbox(all, wanted ? { q: wanted } : {}), replace: true })
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
      <SearchBar label="Cerca fra le e-mail" searches="Indirizzo o oggetto" q={String(q)} onSearch={find} />
      <Mails q={String(q)} onClear={() => find('')} />
    </div>
  )
}

function Mails({ q, onClear }: { q: string; onClear: () => void }) {
  const query = useInfiniteQuery(outboxQuery(q))
  const mails = query.data?.pages.flatMap(({ items }) => items) ?? []
  if (query.error instanceof ApiError && query.error.error === 'mails_are_sent')
    return (
      <EmptyState title="Qui le e-mail partono davvero">
        Le legge solo chi le riceve, nella sua posta.
      </EmptyState>
    )
  return (
    <PagedFeed
      query={query}
      what="le e-mail"
      skeleton={<TextSkeleton lines={8} />}
      label="E-mail"
      empty={<NoMails q={q} onClear={onClear} />}
      items={mails.map((mail) => <MailRow key={mail.email_id} mail={mail} />)}
    />
  )
}

const MailRow = ({ mail }: { mail: OutboxMail }) => (
  <li>
    <Link {...paths.outboxMail(mail.email_id)} className={styles.row}>
      <span className={styles.subject}>{mail.subject}</span>
      <span className={styles.dim}>
        A {mail.to_address}, <time dateTime={mail.created_at}>{formatDateTime(mail.created_at)}</time>.{' '}
        {outboxMailWords[mail.state]}
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
