/**
 * The words of a SEPA Core mandate (EPC016) for debits that the payment provider makes: who is authorised, for what, how
 * often, the refund, and who appears on the statement. The provider assigns the reference once it is signed, so the copy
 * that is mailed tells it.
 */
export const providerMandateText = (of: {
  creditor: string
  purpose: string
  recurrent: boolean
  /** Our own identifier at the provider's account; null: banks show the provider's. */
  creditor_id: string | null
  /** Says how long before a debit the notice comes, and how the mandate ends. */
  also?: string
}): string =>
  [
    `Mandato di addebito diretto SEPA Core, per ${of.recurrent ? 'pagamenti ricorrenti' : 'un solo pagamento'}.`,
    `Firmando autorizzo ${of.creditor}, tramite il suo prestatore di servizi di pagamento (Stripe), a chiedere alla mia ` +
      `banca l’addebito del mio conto per ${of.purpose}, e autorizzo la mia banca a eseguirlo secondo quelle disposizioni.`,
    `${shownCreditor(of.creditor_id)} Il riferimento unico del mandato lo assegna il prestatore dopo la firma: lo ricevo per ` +
      'e-mail con la copia del mandato.',
    'Ho diritto al rimborso dalla mia banca secondo le condizioni del mio contratto con essa; posso chiederlo entro 8 ' +
      'settimane dall’addebito, entro 13 mesi se l’addebito non era autorizzato.',
    ...(of.also ? [of.also] : []),
  ].join('\n')

/** Who appears on the statement, and whose identifier it is. */
const shownCreditor = (creditor_id: string | null): string =>
  creditor_id === null
    ? 'Sull’estratto conto compare come creditore il prestatore, con il suo identificativo del creditore.'
    : `Sull’estratto conto compare come creditore Saldo, che incassa tramite il prestatore, con l’identificativo del creditore ${creditor_id}.`
