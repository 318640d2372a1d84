import { stepDay } from '@saldo/domain/arrears/reminder-plan'
import { formatDate, formatDateTime } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { Facts } from '../../ui/data/Facts.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { reminderStates } from '../../ui/data/states.ts'
import { RecordError } from '../../ui/feedback/RecordError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import links from '../../ui/layout/Links.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { DetailPanel, type PanelSteps } from '../../ui/overlay/DetailPanel.tsx'
import styles from './Reminders.module.css'
import { type Reminder, reminderQuery } from './reminder-query.ts'

/** A reminder beside the list: recipient, bill, and its exact text. */
export function ReminderPanel({
  id,
  row,
  steps,
}: {
  id: number
  row: Reminder | undefined
  steps: PanelSteps
}) {
  const { data: reminder, ...query } = useQuery({ ...reminderQuery(id), placeholderData: row })
  return (
    <DetailPanel
      number={`n. ${id}`}
      title={reminder?.subject_nominative ?? 'Sollecito'}
      subtitle={reminder?.step_name}
      steps={steps}
    >
      {query.isError && (
        <RecordError
          error={query.error}
          missing="Questo sollecito non c’è"
          what="Non riesco a mostrare il sollecito"
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && (
        <Loading what="il sollecito">
          <TextSkeleton lines={8} />
        </Loading>
      )}
      {reminder && !query.isError && (
        <>
          <Section title="Dettagli" level={3}>
            <Facts
              rows={[
                ['Stato', <StateLabel key="state" state={reminderStates[reminder.state]} />],
                ['Inviato', formatDateTime(reminder.created_at)],
                ['A', reminder.to_address],
                ['Chiesto', formatEuro(reminder.amount)],
                ['Scadenza', `${formatDate(reminder.due_date)} (${stepDay(reminder.days)})`],
                [
                  'Bolletta',
                  <Link key="bill" {...paths.bill(reminder.bill_id)} className={links.link}>
                    {reminder.bill_number}
                  </Link>,
                ],
                [
                  'Condominio',
                  <Link key="account" {...paths.account(reminder.account_id)} className={links.link}>
                    {reminder.account_name}
                  </Link>,
                ],
              ]}
            />
          </Section>
          <Section title="Che cosa dice" level={3}>
            <p className={styles.subject}>{reminder.email_subject}</p>
            <p className={styles.letter}>{reminder.email_text}</p>
          </Section>
        </>
      )}
    </DetailPanel>
  )
}
