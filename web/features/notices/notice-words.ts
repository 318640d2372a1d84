import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { type NoticeState, noticeStateLabels } from '@saldo/domain/payments/notice'
import {
  CalendarXmark,
  CheckCircle,
  Circle,
  DataTransferBoth,
  Undo,
  UndoCircle,
  WarningTriangle,
} from 'iconoir-react'
import type { State } from '../../ui/data/states.ts'
import type { Notice, NoticeDetail } from './notice-query.ts'

/** Not in states.ts: the first load needs none of it. */
export const noticeStateOf: Record<NoticeState, State> = {
  presented: { tone: 'neutral', word: noticeStateLabels.presented, icon: Circle },
  to_recall: { tone: 'warning', word: noticeStateLabels.to_recall, icon: WarningTriangle },
  recalling: { tone: 'info', word: noticeStateLabels.recalling, icon: DataTransferBoth },
  paid: { tone: 'success', word: noticeStateLabels.paid, icon: CheckCircle },
  unpaid: { tone: 'danger', word: noticeStateLabels.unpaid, icon: UndoCircle },
  recalled: { tone: 'reversed', word: noticeStateLabels.recalled, icon: Undo },
  expired: { tone: 'neutral', word: noticeStateLabels.expired, icon: CalendarXmark },
}

export const noticeWords = { one: 'avviso', many: 'avvisi', feminine: false }
export const billWords = { one: 'bolletta', many: 'bollette' }

/** Whether a file can ask the bank not to collect it any more: a MAV that was not paid yet, and whose file was made here. */
export const isRecallable = ({
  kind,
  state,
  order_flow_id,
}: Pick<Notice, 'kind' | 'state' | 'order_flow_id'>): boolean =>
  kind === 'mav' && (state === 'presented' || state === 'to_recall') && order_flow_id !== null

/** The state in a sentence, and what to do now. */
export const meaningOf = ({ kind, state, due_on, paid_on, order_flow_id }: Notice): string =>
  meanings[state]({
    due: formatDate(due_on),
    paid: paid_on && formatDate(paid_on),
    ours: order_flow_id !== null,
    riba: kind === 'riba',
  })

type Known = { due: string; paid: string | null; ours: boolean; riba: boolean }
const meanings: Record<NoticeState, (known: Known) => string> = {
  presented: ({ due, riba }) =>
    riba
      ? `La banca di chi paga la incassa alla scadenza, il ${due}. L’esito arriva nel file degli esiti della banca.`
      : `Si può pagare in qualsiasi banca fino al ${due}. L’esito arriva nel file degli esiti della banca.`,
  to_recall: ({ ours, riba }) =>
    riba
      ? 'La bolletta ora chiede di meno, o niente: richiama la RiBa dall’home banking o in filiale, perché non sia pagata una seconda volta.'
      : ours
        ? 'La bolletta ora chiede di meno, o niente: richiamalo, perché nessuno lo paghi una seconda volta.'
        : 'La bolletta ora chiede di meno, o niente. L’ha fatto un altro programma: richiamalo da lì.',
  recalling: () =>
    'Il file del richiamo è pronto: portalo in banca. Finché la banca non risponde, qualcuno può ancora pagarlo.',
  paid: ({ paid }) => (paid ? `Pagato in banca il ${paid}.` : 'Pagato in banca.'),
  unpaid: () => 'La banca l’ha reso impagato: la bolletta è da pagare in un altro modo.',
  recalled: () => 'La banca non lo incassa più.',
  expired: ({ due }) => `Nessuno l’ha pagato entro il ${due}: la bolletta è da pagare in un altro modo.`,
}

type Outcome = NoticeDetail['outcomes'][number]
/** `Pagato il 08/06/2026, 412,50 €` */
export const outcomeInWords = ({
  state,
  paid_on,
  amount,
}: Pick<Outcome, 'state' | 'paid_on' | 'amount'>): string =>
  state === 'paid'
    ? `${noticeStateLabels.paid}${paid_on ? ` il ${formatDate(paid_on)}` : ''}, ${formatEuro(amount)}`
    : noticeStateLabels[state]
/** `causale 07000 · valuta 09/06/2026 · commissioni 1,00 € · numero della banca 123` */
export const outcomeDetails = ({ code, value_on, fees, bank_number }: Outcome): string =>
  [
    `causale ${code}`,
    value_on && `valuta ${formatDate(value_on)}`,
    fees > 0 && `commissioni ${formatEuro(fees)}`,
    bank_number && `numero della banca ${bank_number}`,
  ]
    .filter(Boolean)
    .join(' · ')
