/**
 * The words that a payer accepts, as the EPC's mandate has them (EPC114-06): who may debit, what the bank does, what the
 * payer may ask for, how long before they are told.
 */
export const bankMandateText = (of: {
  account_name: string
  creditor_id: string
  notice_days: number
  one_off?: boolean
}): string =>
  [
    `Autorizzo ${of.account_name} (identificativo del creditore ${of.creditor_id}) a chiedere alla mia banca l’addebito del mio conto, e la mia banca a eseguirlo, per ${of.one_off ? 'un solo pagamento' : 'quanto devo al condominio, ogni volta che scade'}.`,
    `Prima di ogni addebito ricevo l’avviso con importo e data, almeno ${of.notice_days} giorni prima.`,
    'Posso chiedere il rimborso alla mia banca entro 8 settimane dall’addebito, alle condizioni del contratto con lei; entro 13 mesi, se l’addebito non era autorizzato.',
    'Posso revocare il mandato quando voglio, scrivendo all’amministratore.',
  ].join('\n')
