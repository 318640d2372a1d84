import {
  CalendarCheck,
  Circle,
  CreditCard,
  EditPencil,
  LinkSlash,
  MailOpen,
  MailOut,
  Page,
  PageMinus,
  PagePlus,
  Upload,
  WarningTriangle,
} from 'iconoir-react'
import { billStates, paymentStates, type Tone } from '../../ui/data/states.ts'
import type { TimelineEntry } from '../../ui/data/Timeline.tsx'
import type { IconShape } from '../../ui/icons/Icon.tsx'
import type { BillDetail } from './bill-query.ts'

type Look = { icon: IconShape; tone: Tone }

/** Kinds that are states use their icon and colour. */
const looks: Record<string, Look> = {
  ...billStates,
  created: billStates.draft,
  issued: { icon: PagePlus, tone: 'neutral' },
  imported: { icon: Upload, tone: 'neutral' },
  changed: { icon: EditPencil, tone: 'neutral' },
  sent: { icon: MailOut, tone: 'neutral' },
  reminded: { icon: MailOut, tone: 'warning' },
  mail_opened: { icon: MailOpen, tone: 'success' },
  mail_undelivered: { icon: WarningTriangle, tone: 'danger' },
  interest_charged: { icon: PagePlus, tone: 'warning' },
  plan_proposed: { icon: CalendarCheck, tone: 'warning' },
  plan_accepted: { icon: CalendarCheck, tone: 'success' },
  plan_done: billStates.paid,
  plan_lapsed: billStates.overdue,
  plan_expired: billStates.cancelled,
  plan_withdrawn: billStates.cancelled,
  credited: { icon: PageMinus, tone: 'reversed' },
  notice: { icon: Page, tone: 'info' },
  link_revoked: { icon: LinkSlash, tone: 'warning' },
  payment_started: { icon: CreditCard, tone: 'info' },
  payment_failed: paymentStates.failed,
  reversed: paymentStates.reversed,
}
const unknown: Look = { icon: Circle, tone: 'neutral' }

/** Where an event's sentence ends and its details begin, for kinds that have both in one text. */
const joints: Record<string, RegExp> = {
  sent: / (?=a )/,
  reminded: / (?=(?:non )?inviato a )/,
  mail_opened: /(?<=link) (?=da )/,
  imported: / (?=da )/,
}

/** The timeline of a bill, newest first: the event in bold, then its details. */
export function timelineOf({ timeline }: Pick<BillDetail, 'timeline'>): TimelineEntry[] {
  return timeline
    .map(({ at, kind, text, actor }, place) => {
      const { icon, tone } = looks[kind] ?? unknown
      const joint = (joints[kind] ?? /: |\. /).exec(text)
      const what = joint ? text.slice(0, joint.index) + joint[0].trimEnd() : text
      const detail = joint ? text.slice(joint.index + joint[0].length) : undefined
      return { id: place, icon, tone, what, detail, at, who: actor }
    })
    .reverse()
}
