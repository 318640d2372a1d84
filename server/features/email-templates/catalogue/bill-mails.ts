import { entry, lines, list, text, url } from './tags.ts'

const amount = text('Importo', '312,50 €')

/** Mails that ask residents for money. */
export const billMails = {
  'bill-link': entry('bill-link', {
    ...{ id: 20, area: 'bills', about: 'bill' },
    description: 'Manda a chi deve pagare il link della bolletta.',
    needs: ['bill_url'],
    tags: {},
  }),
  reminder: entry('reminder', {
    ...{ id: 21, area: 'bills', about: 'bill' },
    description: 'La lettera di un livello di sollecito, con le bollette scadute.',
    needs: ['bills.url'],
    tags: {
      amount: text('Totale', '625,00 €'),
      title: text('Titolo del sollecito', 'Promemoria di pagamento'),
      text: lines('Testo del sollecito', 'Gentile Anna Maria Galli,\nle ricordiamo le bollette scadute.'),
      total_label: text('Etichetta del totale', 'Totale da pagare'),
      how_to_pay: text('Come pagare', 'Puoi pagare ogni bolletta dal suo link.'),
      keep_private: text(
        'Se paga qualcun altro',
        'Paga qualcun altro per te? Inoltra questa e-mail: chi apre un link vede la bolletta e può pagarla.',
      ),
      not_yours: text('Se la bolletta non è di chi legge', 'Non è tua? Non pagare e avvisa lo studio.'),
      pay_one: text('Scritta del link di una bolletta', 'Paga questa bolletta'),
      bills: list('Bollette', {
        number: text('Numero', '2026/000085'),
        description: text('Descrizione', 'Spese ordinarie 2026'),
        note: text('Scadenza', 'scaduta da 20 giorni'),
        amount,
        url: url('Link della bolletta'),
        pay_one: text('Scritta del link', 'Paga questa bolletta'),
      }),
      together: list('Pagamento in una volta, se si può', {
        url: url('Link che paga tutto'),
        pay_all: text('Scritta del pulsante', 'Paga tutto'),
      }),
    },
  }),
  'plan-proposal': entry('plan-proposal', {
    ...{ id: 22, area: 'bills', about: 'bill' },
    description: 'Propone di pagare a rate; chi legge accetta con un codice.',
    needs: ['url'],
    tags: {
      ...{
        amount,
        count: text('In quante rate', 'in 4 rate'),
        until: text('Entro quando', 'lunedì 7 dicembre 2026'),
      },
      note: lines('Parole dello studio', 'Come d’accordo al telefono.'),
      url: url('Link della proposta'),
    },
  }),
  'plan-accepted': entry('plan-accepted', {
    ...{ id: 23, area: 'bills', about: 'bill' },
    description: 'Conferma le rate a chi ha accettato.',
    needs: ['url'],
    tags: {
      amount,
      rates: lines('Rate, una per riga', '1 gennaio 2027: 78,12 €\n1 febbraio 2027: 78,12 €'),
      url: url('Link del piano'),
    },
  }),
  'plan-ended': entry('plan-ended', {
    ...{ id: 24, area: 'bills', about: 'bill' },
    description: 'Il piano è decaduto o ritirato: torna dovuto quello che resta.',
    needs: ['why', 'bill_url'],
    tags: {
      amount: text('Importo che resta', '156,25 €'),
      title: text('Titolo', 'Il piano di rientro è decaduto'),
      why: text('Perché', 'la rata del 1 gennaio non è stata pagata.'),
    },
  }),
}
