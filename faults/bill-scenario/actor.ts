import type { Bill } from '../bills.ts'
import type { Act, Model } from '../model.ts'
import type { BillOnStage } from './bill-on-stage.ts'
import { correctCash, registerCash, reverseCash } from './by-hand.ts'
import { payWithFault } from './lose-answers.ts'
import {
  chargeCard,
  chargeKlarna,
  payByCard,
  payByDebit,
  payInTwoTabs,
  payWithApproval,
  press,
} from './pay.ts'
import { deliverNewsTwice, hearOfDebit } from './provider-events.ts'
import { contest, judge, refundPart, refundRest } from './refund-and-dispute.ts'
import { sweepAfter } from './sweep.ts'

export type Actor = {
  bill: Bill
  /** Does an act in the product and in the model. Throws when the product answers differently. */
  perform: (act: Act, chance: number, model: Model) => Promise<void>
  /** The bank has decided the pending debit. */
  hearOfDebit: (model: Model) => Promise<void>
  read: () => Promise<{ settled: number; pending: number; phase: string }>
}

export const actorOf = (on: BillOnStage): Actor => ({
  bill: on.bill,
  perform: async (act, chance, model) => void (await acts[act](on, model, chance)),
  hearOfDebit: (model) => hearOfDebit(on, model),
  read: async () => {
    const [row] = await on.inside
      .owner`select settled, pending, phase from bills where bill_id = ${on.bill.bill_id}`
    return row as unknown as { settled: number; pending: number; phase: string }
  },
})

type Perform = (on: BillOnStage, model: Model, chance: number) => Promise<unknown>

const withSecureCard =
  (answer: 'approve' | 'refuse' | null): Perform =>
  (on, model) =>
    payWithApproval(on, model, () => chargeCard(on, 'pm_card_authenticationRequired'), answer)

const withKlarna =
  (answer: 'approve' | 'refuse'): Perform =>
  (on, model) =>
    payWithApproval(on, model, () => chargeKlarna(on), answer)

const acts: Record<Act, Perform> = {
  card: payByCard,
  'card declined': (on, model) => press(on, model, () => chargeCard(on, 'pm_card_chargeDeclined')),
  '3-D Secure': withSecureCard('approve'),
  '3-D Secure refused': withSecureCard('refuse'),
  '3-D Secure left open': withSecureCard(null),
  'SEPA debit': (on, model) => payByDebit(on, model, 'IT56B9999999999000000000001', 'settles'),
  'SEPA debit fails': (on, model) => payByDebit(on, model, 'IT38G9999999999000000000006', 'fails'),
  'SEPA debit comes back': (on, model) => payByDebit(on, model, 'IT10D9999999999000000000003', 'comes back'),
  Klarna: withKlarna('approve'),
  'Klarna refused': withKlarna('refuse'),
  'server dies after create': (on, model) => payWithFault(on, model, 'create', 'dies'),
  'server dies after confirm': (on, model) => payWithFault(on, model, 'confirm', 'dies'),
  'answer to create lost': (on, model) => payWithFault(on, model, 'create', 'lost'),
  'answer to confirm lost': (on, model) => payWithFault(on, model, 'confirm', 'lost'),
  'cash registered': registerCash,
  'cash reversed': reverseCash,
  'cash of another amount': correctCash,
  'refund a part': refundPart,
  'refund the rest': refundRest,
  contest,
  'bank decides: won': (on, model) => judge(on, model, 'won'),
  'bank decides: lost': (on, model) => judge(on, model, 'lost'),
  'news twice': deliverNewsTwice,
  sweep: (on, model) => sweepAfter(on, model, 120),
  'half an hour passes': async (on, model) => {
    await sweepAfter(on, model, 31 * 60)
    if (model.open?.how === 'approval') model.open = null
  },
  'two tabs': payInTwoTabs,
  nothing: async () => {},
}
