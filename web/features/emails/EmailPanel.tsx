import { formatDateTime } from '@saldo/domain/dates'
import { mailKindName } from '@saldo/domain/mail/mail-kinds'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { api } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { paths } from '../../paths.ts'
import { useKeptKey } from '../../session/kept-key.ts'
import { queries } from '../../session/queries.ts'
import { ReasonedButton } from '../../ui/buttons/ReasonedButton.tsx'
import { Facts } from '../../ui/data/Facts.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { Timeline } from '../../ui/data/Timeline.tsx'
import { RecordError } from '../../ui/feedback/RecordError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import links from '../../ui/layout/Links.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { DetailPanel, type PanelSteps } from '../../ui/overlay/DetailPanel.tsx'
import { type Email, type EmailDetail, emailQuery } from './email-query.ts'
import { failureSentence, mailStates, timelineOf } from './mail-states.ts'
import styles from './Outbox.module.css'

const EmailBodyDialog = lazyWithRetry(() => import('./EmailBodyDialog.tsx'))

/** A mail beside the list: addressee, state and why, what became of it, its body, sending it again. */
export function EmailPanel({ id, row, steps }: { id: number; row: Email | undefined; steps: PanelSteps }) {
  const { data, ...query } = useQuery(emailQuery(id))
  const subject = data?.subject ?? row?.subject ?? 'E-mail'
  return (
    <DetailPanel
      number={`n. ${id}`}
      title={subject}
      subtitle={data?.to_address ?? row?.to_address}
      steps={steps}
    >
      {query.isError && (
        <RecordError
          error={query.error}
          missing="Questa e-mail non c’è"
          what="Non riesco a mostrare l’e-mail"
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && (
        <Loading what="l’e-mail">
          <TextSkeleton lines={6} />
        </Loading>
      )}
      {data && <Loaded mail={data} />}
    </DetailPanel>
  )
}

function Loaded({ mail }: { mail: EmailDetail }) {
  const { customer_id, business_name, bill_number, state, failure, resend_of } = mail
  return (
    <>
      <StateLabel state={mailStates[state]} tinted />
      <Facts
        rows={[
          ['Perché', failureSentence(failure)],
          ['Tipo', mailKindName(mail.template)],
          ['A', mail.to_address],
          ['Risposte a', mail.reply_to],
          [
            'Cliente',
            customer_id && business_name && (
              <Link {...paths.customerPage(customer_id)} className={links.link}>
                {business_name}
              </Link>
            ),
          ],
          ['Bolletta', bill_number],
          ['Ripete', resend_of && `la n. ${resend_of}`],
          ['Scritta', formatDateTime(mail.created_at)],
        ]}
      />
      <Acts mail={mail} />
      {mail.suppressed_address_id && (
        <p className={styles.problem}>
          A questo indirizzo non si scrive.{' '}
          <Link {...paths.suppressedAddresses({ q: mail.to_address })} className={links.link}>
            Vedi perché
          </Link>
        </p>
      )}
      <Section title="Che cosa è successo">
        <Timeline entries={timelineOf(mail.timeline)} />
      </Section>
    </>
  )
}

const unreadable = {
  readable: null,
  personal: 'Contiene un link o un codice personale: la legge solo chi la riceve.',
  gone: 'Il testo di questa e-mail non si conserva.',
} as const

function Acts({ mail }: { mail: EmailDetail }) {
  const [reading, setReading] = useState(false)
  const [asking, setAsking] = useState(false)
  return (
    <div className={styles.acts}>
      <ReasonedButton variant="default" why={unreadable[mail.body]} onClick={() => setReading(true)}>
        Leggi il testo
      </ReasonedButton>
      <ReasonedButton variant="default" why={mail.not_resendable} onClick={() => setAsking(true)}>
        Manda di nuovo
      </ReasonedButton>
      {asking && <ResendDialog mail={mail} onClose={() => setAsking(false)} />}
      <Suspense fallback={null}>
        {reading && (
          <EmailBodyDialog id={mail.email_id} subject={mail.subject} onClose={() => setReading(false)} />
        )}
      </Suspense>
    </div>
  )
}

/** Opened anew each time, so that its key is of one sending: from the same panel a mail may be sent again twice. */
function ResendDialog({ mail, onClose }: { mail: EmailDetail; onClose: () => void }) {
  const key = useKeptKey(`resend:${mail.email_id}`)
  const resend = async () => {
    try {
      await api('POST /v1/emails/{id}/resend', { params: { id: mail.email_id }, idempotencyKey: key })
      alertToast(`Mandata di nuovo a ${mail.to_address}.`, 'success')
    } catch (error) {
      alertToast(`Non l’ho mandata di nuovo. ${errorSentence(error, 'Riprova fra poco.')}`, 'danger')
    }
    onClose()
    await queries.invalidateQueries({ queryKey: ['emails'] })
  }
  return (
    <ConfirmDialog
      opened
      title={`Manda di nuovo a ${mail.to_address}`}
      action="Manda di nuovo"
      onClose={onClose}
      onConfirm={resend}
    >
      Parte un’e-mail nuova: «{mail.subject}». Chi l’ha mandata resta scritto nella storia.
    </ConfirmDialog>
  )
}
