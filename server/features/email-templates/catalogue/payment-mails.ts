import { entry, lines, list, text, url } from './tags.ts'

const amount = text('Importo', '312,50 €')
const receipt_number = text('Numero della ricevuta', 'RIC-2026/000001')

/** Mails about payments, debits and refunds, to those who pay. */
export const paymentMails = {
  receipt: entry('receipt', {
    ...{ id: 30, area: 'payments', about: 'bill' },
    description: 'Conferma un pagamento.',
    needs: ['url'],
    tags: {
      ...{ amount, receipt_number },
      url: url('Link della ricevuta'),
      method: text('Metodo di pagamento (non sempre noto: meglio «how»)', 'Visa •••• 4242'),
      how: text('Quando e come è stato pagato', 'pagato il 26 novembre 2026 con Visa •••• 4242'),
    },
  }),
  'receipt-void': entry('receipt-void', {
    ...{ id: 31, area: 'payments', about: 'bill' },
    description: 'La registrazione del pagamento è stata annullata.',
    needs: ['receipt_number', 'why'],
    tags: { amount, receipt_number, why: text('Motivo', 'Registrato sulla bolletta sbagliata.') },
  }),
  'debit-notice': entry('debit-notice', {
    ...{ id: 32, area: 'payments', about: 'bill' },
    description: 'Dice prima quando e quanto viene addebitato.',
    needs: ['amount', 'collect_on'],
    tags: {
      amount,
      collect_on: text('Giorno dell’addebito', 'lunedì 7 dicembre 2026'),
      from: text('Da dove', 'sul conto che finisce con 0001'),
      mandate: text('Mandato', 'Mandato SALDO-000001, identificativo del creditore IT66ZZZA1B2C3D4E5F6G7H8.'),
      autopay: list('Addebito automatico che lo ha previsto, se c’è', {
        autopay_url: url('Link per metterlo in pausa o revocarlo'),
      }),
    },
  }),
  'debit-failed': entry('debit-failed', {
    ...{ id: 33, area: 'payments', about: 'bill' },
    description: 'L’addebito non è riuscito: si può pagare dal link.',
    needs: ['bill_url'],
    tags: {
      amount,
      reason: text('Motivo', 'La banca lo ha rifiutato.'),
      retry: text('Se e quando si riprova', 'Non riproviamo: paga dal link.'),
      bill_url: url('Link che paga una volta', 'https://saldo.example/mybill/esempio'),
    },
  }),
  refund: entry('refund', {
    ...{ id: 34, area: 'payments', about: 'bill' },
    description: 'Restituisce un pagamento.',
    needs: ['amount'],
    tags: { amount, where: text('Dove e quando arriva', 'Torna sulla carta entro 10 giorni.') },
  }),
  'credit-refund': entry('credit-refund', {
    ...{ id: 35, area: 'payments', about: 'office' },
    description: 'Un bonifico restituisce il credito di un condòmino.',
    needs: ['amount'],
    tags: {
      nominative: text('Chi lo riceve', 'Galli Anna Maria'),
      account_name: text('Condominio', 'Condominio Ghibellina'),
      ...{ amount, left_on: text('Giorno del bonifico', '26 novembre 2026') },
      account_end: text('Ultime cifre del conto', '0001'),
      text: text('Causale', 'Restituzione del credito.'),
    },
  }),
  'mandate-request': entry('mandate-request', {
    ...{ id: 36, area: 'payments', about: 'bill' },
    description: 'Chiede di firmare un mandato per gli addebiti sul conto.',
    needs: ['url'],
    tags: { url: url('Link del mandato') },
  }),
  'mandate-copy': entry('mandate-copy', {
    ...{ id: 38, area: 'payments', about: 'office' },
    description: 'La copia del mandato che chi paga ha firmato online.',
    needs: ['umr', 'text'],
    tags: {
      nominative: text('Chi paga', 'Galli Anna Maria'),
      umr: text('Riferimento unico del mandato', 'SALDO-000001'),
      from: text('Conto addebitato', 'conto che finisce con 0001'),
      signed_on: text('Giorno della firma', '26/11/2026'),
      text: lines(
        'Parole del mandato, in righe',
        'Mandato di addebito diretto SEPA Core, per un solo pagamento.',
      ),
    },
  }),
  'autopay-over-cap': entry('autopay-over-cap', {
    ...{ id: 39, area: 'payments', about: 'bill' },
    description: 'Una rata supera il limite dell’addebito automatico: si paga a mano.',
    needs: ['amount', 'cap', 'bill_url'],
    tags: {
      amount,
      cap: text('Limite scelto da chi paga', '200,00 €'),
      due_on: text('Scadenza della rata', 'lunedì 7 dicembre 2026'),
    },
  }),
  'autopay-begun': entry('autopay-begun', {
    ...{ id: 55, area: 'payments', about: 'office' },
    description: 'Conferma l’addebito automatico chiesto pagando.',
    needs: ['terms', 'url'],
    tags: {
      account_name: text('Condominio', 'Condominio Via Ghibellina 41'),
      nominative: text('Di chi sono le bollette', 'Galli Anna Maria'),
      terms: text(
        'Che cosa addebita',
        'Ogni rata che scade da oggi in poi si addebita sulla carta che finisce con 4242, alla scadenza.',
      ),
      url: url('Pagina dell’addebito automatico'),
    },
  }),
  'autopay-ended': entry('autopay-ended', {
    ...{ id: 66, area: 'payments', about: 'office' },
    description:
      'L’addebito automatico è terminato, o non si è potuto attivare, senza che chi paga lo abbia chiesto.',
    needs: ['reason'],
    tags: {
      account_name: text('Condominio', 'Condominio Via Ghibellina 41'),
      nominative: text('Di chi sono le bollette', 'Galli Anna Maria'),
      what: text('Che cosa è successo', 'addebito automatico terminato'),
      reason: text(
        'Perché, e chi paga ora',
        'L’accesso con cui era stato attivato non c’è più. Le prossime rate le paghi tu.',
      ),
    },
  }),
  'autopay-paused': entry('autopay-paused', {
    ...{ id: 54, area: 'payments', about: 'office' },
    description: 'L’addebito automatico si è fermato: si può riattivare.',
    needs: ['reason', 'url'],
    tags: {
      account_name: text('Condominio', 'Condominio Via Ghibellina 41'),
      reason: text('Perché', 'Due addebiti di seguito non sono riusciti.'),
      url: url('Pagina dell’addebito automatico'),
    },
  }),
  'source-link': entry('source-link', {
    ...{ id: 37, area: 'payments', about: 'office' },
    description: 'Chiede di salvare una carta o un conto.',
    needs: ['url'],
    tags: {
      nominative: text('Chi lo salva', 'Galli Anna Maria'),
      what: text('Che cosa si salva', 'la tua carta'),
      url: url('Link della pagina'),
    },
  }),
}
