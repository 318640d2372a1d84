import { deliveryWords, totalLabel } from '@saldo/domain/arrears/reminder-letter'
import { leftOutWords } from '@saldo/domain/arrears/reminder-plan'
import { formatDate, formatDateTime } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { Facts } from '../../ui/data/Facts.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { RecordError } from '../../ui/feedback/RecordError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import links from '../../ui/layout/Links.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { DetailPanel, type PanelSteps } from '../../ui/overlay/DetailPanel.tsx'
import { LetterText } from './LetterText.tsx'
import { ReminderActions } from './ReminderActions.tsx'
import { type Reminder, reminderQuery } from './reminder-query.ts'
import { reminderStates } from './reminder-states.ts'

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
          <ReminderActions reminder={reminder} />
          <Section title="Dettagli" level={3}>
            <Facts rows={factsOf(reminder)} />
          </Section>
          <Section title="Che cosa dice" level={3}>
            <LetterText letter={letterOf(reminder)} channel={reminder.channel} />
          </Section>
        </>
      )}
    </DetailPanel>
  )
}

const letterOf = ({ address_form, title, text, bills, level, amount }: Reminder) => ({
  ...{ form: address_form, title, text, lines: bills },
  ...{ total_label: totalLabel(level), total: amount },
})

function factsOf(reminder: Reminder): [string, ReactNode][] {
  const { delivered_by, delivery_note, sent_on, reason, state } = reminder
  return [
    ['Stato', <StateLabel key="state" state={reminderStates[reminder.state]} />],
    ...(reason ? ([['Non è partito', leftOutWords[reason]]] as [string, ReactNode][]) : []),
    ['Preparato', formatDateTime(reminder.created_at)],
    ...(sent_on && state !== 'not_sent' ? ([['Inviato', formatDate(sent_on)]] as [string, ReactNode][]) : []),
    ...(delivered_by
      ? ([['Consegna', [deliveryWords[delivered_by].name, delivery_note].filter(Boolean).join(', ')]] as [
          string,
          ReactNode,
        ][])
      : []),
    ['A', reminder.to_address ?? 'manca l’indirizzo'],
    ['Chiede', formatEuro(reminder.amount)],
    [
      reminder.bills.length === 1 ? 'Bolletta' : 'Bollette',
      <span key="bills">
        {reminder.bills.map(({ bill_id, number }, place) => (
          <span key={bill_id}>
            {place > 0 && ', '}
            <Link {...paths.bill(bill_id)} className={links.link}>
              {number}
            </Link>
          </span>
        ))}
      </span>,
    ],
    [
      'Condominio',
      <Link key="account" {...paths.account(reminder.account_id)} className={links.link}>
        {reminder.account_name}
      </Link>,
    ],
  ]
}
