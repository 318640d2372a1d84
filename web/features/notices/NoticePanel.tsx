import { Button } from '@mantine/core'
import { formatDate, formatDateTime } from '@saldo/domain/dates'
import { noticeKindLabels } from '@saldo/domain/payments/notice'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Undo } from 'iconoir-react'
import { Suspense, useState } from 'react'
import { paths } from '../../paths.ts'
import { usePermission } from '../../session/permissions/permission.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { Facts } from '../../ui/data/Facts.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { RecordError } from '../../ui/feedback/RecordError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import links from '../../ui/layout/Links.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { DetailPanel, type PanelSteps } from '../../ui/overlay/DetailPanel.tsx'
import { paymentNumber } from '../payments/payment-words.ts'
import styles from './Notices.module.css'
import { type Notice, type NoticeDetail, noticeQuery } from './notice-query.ts'
import { isRecallable, meaningOf, noticeStateOf, outcomeDetails, outcomeInWords } from './notice-words.ts'

const RecallDialog = lazyWithRetry(() => import('./RecallDialog.tsx'))

/** A notice beside the list: state and what it means, acts, bill, and the files it left with and was answered by. */
export function NoticePanel({ id, row, steps }: { id: number; row: Notice | undefined; steps: PanelSteps }) {
  const query = useQuery(noticeQuery(id))
  const detail = query.isError ? undefined : query.data
  const notice = query.isError ? undefined : (detail ?? row)
  return (
    <DetailPanel
      number={notice ? `${noticeKindLabels[notice.kind]} ${notice.creditor_number}` : `n. ${id}`}
      title={notice?.who ?? row?.who ?? 'Avviso'}
      subtitle={
        notice && (
          <Link {...paths.account(notice.account_id)} className={links.link}>
            {notice.account_name}
          </Link>
        )
      }
      steps={steps}
    >
      {query.isError && (
        <RecordError
          error={query.error}
          missing="Questo avviso non c’è"
          what="Non riesco a mostrare l’avviso"
          onRetry={() => void query.refetch()}
        />
      )}
      {notice && <Known key={id} notice={notice} />}
      {detail && <Files notice={detail} />}
      {query.isPending && (
        <Loading what="l’avviso">
          <TextSkeleton lines={notice ? 3 : 8} />
        </Loading>
      )}
    </DetailPanel>
  )
}

function Known({ notice }: { notice: Notice }) {
  const [recalling, setRecalling] = useState(false)
  const may = usePermission('payments:write')
  return (
    <>
      <div className={styles.head}>
        <Amount cents={notice.amount} size="page" total={notice.state === 'paid' ? 'closed' : 'open'} />
        <StateLabel state={noticeStateOf[notice.state]} tinted />
      </div>
      <p className={styles.why}>{meaningOf(notice)}</p>
      {may && isRecallable(notice) && (
        <div data-print="away">
          <Button
            variant={notice.state === 'to_recall' ? 'filled' : 'default'}
            leftSection={<Icon of={Undo} />}
            onClick={() => setRecalling(true)}
          >
            Richiama
          </Button>
        </div>
      )}
      <Section title="Dettagli" level={3}>
        <Facts
          rows={[
            [
              'Bolletta',
              <Link key="bill" {...paths.billPage(notice.bill_id)} className={links.link}>
                {notice.bill_number}
              </Link>,
            ],
            [
              'Chi paga',
              <Link key="subject" {...paths.subject(notice.subject_id)} className={links.link}>
                {notice.who}
              </Link>,
            ],
            ['Scadenza', formatDate(notice.due_on)],
            ['Numero dell’avviso', notice.creditor_number],
            [
              'Incasso',
              notice.payment_id && (
                <Link key="payment" {...paths.payment(notice.payment_id)} className={links.link}>
                  {paymentNumber(notice.payment_id)}
                </Link>
              ),
            ],
            ['Creato da', notice.actor],
            ['Il', formatDateTime(notice.created_at)],
          ]}
        />
      </Section>
      <Suspense>
        {recalling && (
          <RecallDialog
            notice_ids={[notice.notice_id]}
            cents={notice.amount}
            onClose={() => setRecalling(false)}
          />
        )}
      </Suspense>
    </>
  )
}

/** The files: the order, the recall, and what the bank answered. */
function Files({ notice: { order, recall, outcomes } }: { notice: NoticeDetail }) {
  const { length } = outcomes
  return (
    <Section title="File" level={3}>
      {order === null && <p className={styles.dim}>L’ordine alla banca l’ha fatto un altro programma.</p>}
      <ul className={styles.files}>
        {order && <File what="Ordine alla banca" file={order} />}
        {recall && <File what="Richiamo" file={recall} />}
        {outcomes.map((outcome) => (
          <File
            // The bank says each of a notice once.
            key={outcome.code}
            what={outcomeInWords(outcome)}
            file={outcome}
            details={outcomeDetails(outcome)}
          />
        ))}
      </ul>
      {length === 0 && order && <p className={styles.dim}>La banca non ha ancora risposto.</p>}
    </Section>
  )
}

type File = NonNullable<NoticeDetail['order']>

const File = ({ what, file, details }: { what: string; file: File; details?: string }) => (
  <li>
    <span>{what}</span>
    <Link {...paths.flow(file.flow_id)} className={`${links.link} ${styles.name}`}>
      {file.file_name ?? `Flusso n. ${file.flow_id}`}
    </Link>
    <span className={styles.dim}>
      {formatDateTime(file.created_at)}
      {details && ` · ${details}`}
    </span>
  </li>
)
