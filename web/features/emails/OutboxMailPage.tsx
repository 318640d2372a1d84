import { formatDateTime } from '@saldo/domain/dates'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { meQuery } from '../../session/queries.ts'
import { Facts } from '../../ui/data/Facts.tsx'
import { RecordError } from '../../ui/feedback/RecordError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import links from '../../ui/layout/Links.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { RecordPage } from '../../ui/layout/RecordPage.tsx'
import { MailFrame } from './MailFrame.tsx'
import styles from './Outbox.module.css'
import { outboxMailWords } from './outbox-mail-words.ts'
import { type OutboxMailDetail, outboxMailQuery } from './outbox-query.ts'

/** `/posta/{id}`: a mail that was not sent, as its reader would see it, and its text. */
export function OutboxMailPage() {
  const { data: user } = useSuspenseQuery(meQuery)
  const { id } = useParams({ strict: false }) as { id: string }
  const query = useQuery(outboxMailQuery(Number(id)))
  const subject = query.data?.subject ?? 'E-mail'
  return (
    <RecordPage
      list={
        <Link {...paths.outbox(user.flag_super_user)} className={links.link}>
          E-mail di prova
        </Link>
      }
      name={subject}
      tabTitle={subject}
    >
      <PageTitle title={subject} />
      {query.isPending && (
        <Loading what="l’e-mail">
          <TextSkeleton lines={8} />
        </Loading>
      )}
      {query.isError && (
        <RecordError
          error={query.error}
          missing="Questa e-mail non c’è"
          what="Non riesco a mostrare l’e-mail"
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data && <Mail mail={query.data} />}
    </RecordPage>
  )
}

/** The frame runs no script and is of no origin; a link opens in a tab of its own. */
const Mail = ({ mail }: { mail: OutboxMailDetail }) => (
  <div className={styles.mail}>
    <Facts
      rows={[
        ['A', mail.to_address],
        ['Scritta', formatDateTime(mail.created_at)],
        ['Stato', outboxMailWords[mail.state]],
        ['Risposte a', mail.reply_to],
      ]}
    />
    {mail.text === '' ? <Blanked /> : <Body mail={mail} />}
  </div>
)

const Blanked = () => (
  <p>Il testo non si conserva: conteneva un link o un codice personale, ormai usato o scaduto.</p>
)

const Body = ({ mail }: { mail: OutboxMailDetail }) => (
  <MailFrame subject={mail.subject} html={mail.html} text={mail.text} />
)
