import { type AskingBill, type BillPhase, billCan, whyNotPay } from '@saldo/domain/bills/bill'
import { formatLongDate, relativeDay, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { formatCountOf } from '../../ui/grid/list.ts'
import type { Bill, BillDetail } from './bill-query.ts'

export const billWords = { one: 'bolletta', many: 'bollette', feminine: true }

/** `Int. 7, scala A · Rata 3 di 4` */
export const purposeOf = ({ unit, description }: Pick<Bill, 'unit' | 'description'>) =>
  [unit, description].filter(Boolean).join(' · ')

/** What the state means for the office: due when, how much is missing, what to expect. */
export function billSentence(
  bill: Pick<Bill, 'state' | 'next_due_date' | 'settled' | 'residue'>,
  now = today(),
): string {
  const due = bill.next_due_date ? dueSentence(bill.next_due_date, now) : ''
  const missing =
    bill.settled > 0 ? `Incassati ${formatEuro(bill.settled)}, restano ${formatEuro(bill.residue)}.` : ''
  switch (bill.state) {
    case 'draft':
      return 'È una bozza: finché non la emetti la vedi solo tu.'
    case 'pending':
      return 'Un pagamento è in corso: la banca può metterci qualche giorno.'
    case 'paid':
      return 'Incassata per intero.'
    case 'returned':
      return joined('La banca ha respinto l’addebito: si può pagare di nuovo.', due)
    case 'refunded':
      return joined('Il pagamento è stato rimborsato: si può pagare di nuovo.', due)
    case 'disputed':
      return bill.residue > 0
        ? joined(`${contested} Restano da pagare ${formatEuro(bill.residue)}.`, due)
        : contested
    case 'cancelled':
      return 'È annullata: nessuno la può pagare.'
    default:
      return joined(due, missing)
  }
}

const contested = 'Chi ha pagato contesta il pagamento: decide la sua banca.'

/** `Scade fra 9 giorni, mercoledì 30 settembre 2026.` */
function dueSentence(day: string, now: string) {
  const verb = day < now ? 'Scadeva' : 'Scade'
  return `${verb} ${relativeDay(day, now)}, ${formatLongDate(day)}.`
}

const joined = (...parts: string[]) => parts.filter(Boolean).join(' ')

/**
 * The phase for edit and cancel: a returned bill that kept part of the money counts as partly paid, as on the server.
 */
export function billForAct(bill: Pick<Bill, 'phase' | 'settled'>): { phase: BillPhase } {
  return { phase: bill.phase === 'returned' && bill.settled > 0 ? 'partly_paid' : bill.phase }
}

/** Why it cannot be reissued, or null. */
export function whyNotReissue(bill: Pick<BillDetail, 'phase' | 'settled' | 'reissued_as'>): string | null {
  if (bill.reissued_as) return `È già stata riemessa: bolletta ${bill.reissued_as.number}.`
  return billCan.why('reissue', billForAct(bill))
}

/** Why there is no public link (drafts and cancelled bills), or null. */
export const whyNoLink = (bill: AskingBill) =>
  bill.phase === 'draft' || bill.phase === 'cancelled' ? whyNotPay(bill) : null

/** Why the link cannot be mailed, or null. `subject_email` undefined: not loaded yet. */
export function whyNotSend(
  bill: AskingBill & Pick<Bill, 'subject_nominative'> & { subject_email?: string | null },
): string | null {
  const why = whyNotPay(bill)
  if (why) return why
  return bill.subject_email === null
    ? `Manca l’e-mail di ${bill.subject_nominative}: aggiungila in anagrafica, oppure copia il link.`
    : null
}

/** `26 link inviati. 2 intestatari senza e-mail, 1 bolletta non da pagare.` */
export function sentSentence({
  sent,
  without_email,
  not_payable,
  leave,
}: {
  sent: number
  without_email: number
  not_payable: number
  /** Whether mails leave this instance. */
  leave: boolean
}): string {
  const first =
    sent === 0
      ? 'Nessun link inviato.'
      : leave
        ? `${formatCountOf(sent, { one: 'link inviato', many: 'link inviati' })}.`
        : `${formatCountOf(sent, { one: 'link non inviato', many: 'link non inviati' })}: nessun server di posta.`
  const others = [
    without_email > 0 &&
      formatCountOf(without_email, { one: 'bolletta senza e-mail', many: 'bollette senza e-mail' }),
    not_payable > 0 &&
      formatCountOf(not_payable, { one: 'bolletta non da pagare', many: 'bollette non da pagare' }),
  ].filter(Boolean)
  const verb = without_email + not_payable === 1 ? 'Resta fuori' : 'Restano fuori'
  return others.length > 0 ? `${first} ${verb} ${others.join(' e ')}.` : first
}
