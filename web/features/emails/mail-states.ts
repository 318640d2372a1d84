import { type MailFailure, mailFailureSentences } from '@saldo/domain/mail/mail-failure'
import { type MailState, mailStateLabels } from '@saldo/domain/mail/mail-state'
import {
  CheckCircle,
  Clock,
  MailOpen,
  MinusCircle,
  Prohibition,
  UndoCircle,
  XmarkCircle,
} from 'iconoir-react'
import { type State, state } from '../../ui/data/states.ts'
import type { TimelineEntry } from '../../ui/data/Timeline.tsx'
import type { EmailDetail } from './email-query.ts'

export const mailStates: Record<MailState, State> = {
  waiting: state('warning', mailStateLabels.waiting, Clock),
  sent: state('neutral', mailStateLabels.sent, CheckCircle),
  opened: state('success', mailStateLabels.opened, MailOpen),
  refused: state('danger', mailStateLabels.refused, XmarkCircle),
  bounced: state('danger', mailStateLabels.bounced, UndoCircle),
  suppressed: state('danger', mailStateLabels.suppressed, Prohibition),
  not_sent: state('neutral', mailStateLabels.not_sent, MinusCircle),
}

export const failureSentence = (failure: MailFailure | null): string | null =>
  failure && mailFailureSentences[failure]

type Event = EmailDetail['timeline'][number]
const events: Record<Event['kind'], Omit<State, 'word'> & { word: string }> = {
  written: state('neutral', 'Messa in coda', Clock),
  postponed: state('warning', 'Non partita, si riprova', Clock),
  sent: state('neutral', 'Consegnata al server di posta', CheckCircle),
  not_sent: state('neutral', 'Non inviata: nessun server di posta', MinusCircle),
  refused: state('danger', 'Rifiutata dal server di posta', XmarkCircle),
  suppressed: state('danger', 'Non inviata', Prohibition),
  delayed: state('warning', 'In ritardo dal server di chi riceve', Clock),
  bounced: state('danger', 'Respinta dopo l’invio', UndoCircle),
  complained: state('danger', 'Segnata come indesiderata', Prohibition),
  opened: state('success', 'Aperta dal link', MailOpen),
  resent: state('neutral', 'Mandata di nuovo', CheckCircle),
}

/** What became of a mail, newest first, with why in words and, for the back office, what the server said. */
export const timelineOf = (timeline: readonly Event[]): TimelineEntry[] =>
  timeline
    .map(({ kind, failure, said, at }, id) => ({
      id,
      icon: events[kind].icon,
      tone: events[kind].tone,
      what: events[kind].word,
      detail: [failureSentence(failure), said].filter(Boolean).join(' '),
      at,
      // The page of the new mail names the person who sent it again.
      ...(kind !== 'resent' && { who: 'sistema' }),
    }))
    .reverse()
