import type { SourceType } from '@saldo/contract/payments/sources'
import { agreedNoticeDays } from '@saldo/domain/sepa/mandate'
import type { Owner } from './owner.ts'

/** The mandate text that a source's holder accepts; stored with the acceptance. */
export const mandateTextOf = (owner: Owner, type: SourceType): string =>
  type === 'card' ? cardText(owner) : debitText(owner)

const debitText = (owner: Owner) =>
  `Autorizzo ${creditorOf(owner)}tramite il suo prestatore di servizi di pagamento, a chiedere alla mia banca di ` +
  `addebitare il mio conto per ${purposeOf(owner)}, e autorizzo la mia banca a eseguire gli addebiti. ${notice} Ho diritto ` +
  'al rimborso dalla mia banca secondo le condizioni del mio contratto con essa; posso chiederlo entro 8 settimane ' +
  'dall’addebito. Posso revocare il mandato quando voglio.'

const cardText = (owner: Owner) =>
  `Autorizzo ${creditorOf(owner)}a conservare questa carta presso il circuito di pagamento e ad addebitarla per ` +
  `${purposeOf(owner)}. ${notice} Posso togliere la carta quando voglio.`

const notice = `Accetto di ricevere l’avviso di ogni addebito per e-mail almeno ${agreedNoticeDays} giorni prima.`

/** The creditor: the administrator for the condominiums' bills, Saldo for what an office pays for Saldo. */
const creditorOf = ({ subject_id, business_name }: Owner) =>
  subject_id === null ? 'Saldo ' : `${business_name}, per i condomìni che amministra, `
const purposeOf = ({ subject_id, name }: Owner) =>
  subject_id === null ? `i servizi chiesti da ${name}` : `le bollette intestate a ${name}`
