/** The SEPA core mandate text that a payer accepts for these bills; stored with the acceptance. */
export const mandateText = (creditor: string, bills = 1): string =>
  `Autorizzo ${creditor}, tramite il suo prestatore di servizi di pagamento, a chiedere alla mia banca di addebitare ` +
  `il mio conto per ${bills > 1 ? `queste ${bills} bollette` : 'questa bolletta'}, e autorizzo la mia banca a eseguire l’addebito. Ho diritto al rimborso dalla mia ` +
  'banca secondo le condizioni del mio contratto con essa; posso chiederlo entro 8 settimane dall’addebito.'
