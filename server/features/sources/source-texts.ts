import type { SourceType } from '@saldo/contract/payments/sources'
import { agreedNoticeDays } from '@saldo/domain/sepa/mandate'
import { providerMandateText } from '../mandates/provider-mandate-text.ts'
import type { Owner } from './owner.ts'

/** The mandate text that a source's holder accepts; stored with the acceptance. `creditor_id`: ours, at the provider. */
export const mandateTextOf = (owner: Owner, type: SourceType, creditor_id: string | null): string =>
  type === 'card' ? cardText(owner) : debitText(owner, creditor_id)

const debitText = (owner: Owner, creditor_id: string | null) =>
  providerMandateText({
    creditor: creditorOf(owner),
    purpose: purposeOf(owner),
    recurrent: true,
    creditor_id,
    also: `${notice} Posso revocare il mandato quando voglio.`,
  })

const cardText = (owner: Owner) =>
  `Autorizzo ${creditorOf(owner)} a conservare questa carta presso il circuito di pagamento e ad addebitarla per ` +
  `${purposeOf(owner)}. ${notice} Posso togliere la carta quando voglio.`

const notice = `Accetto di ricevere l’avviso di ogni addebito per e-mail almeno ${agreedNoticeDays} giorni prima.`

/** The creditor: the administrator for the condominiums' bills, Saldo for what an office pays for Saldo. */
const creditorOf = ({ subject_id, business_name }: Owner) =>
  subject_id === null ? 'Saldo' : `${business_name} (per i condomìni che amministra)`
const purposeOf = ({ subject_id, name }: Owner) =>
  subject_id === null ? `i servizi chiesti da ${name}` : `le bollette intestate a ${name}`
