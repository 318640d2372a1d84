import { entry, list, text, url } from './tags.ts'

const account_name = text('Condominio', 'Condominio Ghibellina')
const business_name = text('Nome dello studio', 'Studio Bassi')
const who_writes = text(
  'Perché riceve l’e-mail',
  'Saldo ti scrive perché questo è l’indirizzo del tuo studio.',
)
const title = text('Titolo', 'È stato chiesto un nuovo IBAN')
const what = text('Che cosa è successo', 'Anna Bassi ha chiesto il cambio.')
const otherwise = text('Che cosa fare altrimenti', 'Se non te lo aspettavi, ritira la richiesta.')

/** Mails to the offices. */
export const officeMails = {
  'account-activated': entry('account-activated', {
    ...{ id: 40, area: 'office', about: 'office' },
    description: 'Da ora il condominio può incassare online.',
    needs: ['url'],
    tags: { account_name, iban: text('IBAN, mascherato', 'IT60••••3456'), url: url('Link del condominio') },
  }),
  'iban-change': entry('iban-change', {
    ...{ id: 41, area: 'office', about: 'office' },
    description: 'Avvisa del cambio di IBAN di un condominio.',
    needs: ['new_iban', 'url'],
    tags: {
      ...{ account_name, title, what, otherwise },
      old_iban: text('IBAN di prima, mascherato', 'IT60••••3456'),
      new_iban: text('IBAN nuovo, mascherato', 'IT84••••0004'),
      url: url('Link della richiesta'),
    },
  }),
  'new-ibans': entry('new-ibans', {
    ...{ id: 42, area: 'office', about: 'office' },
    description: 'Nuovi condomìni hanno un IBAN.',
    needs: ['url'],
    tags: { title, what, url: url('Link dei condomìni') },
  }),
  'contact-change': entry('contact-change', {
    ...{ id: 43, area: 'office', about: 'own' },
    description: 'All’indirizzo di riferimento che sarà sostituito.',
    needs: ['url'],
    tags: { name: text('Studio o condominio', 'Studio Bassi'), what, url: url('Link che conferma') },
  }),
  'contact-changed': entry('contact-changed', {
    ...{ id: 44, area: 'office', about: 'office' },
    description: 'All’indirizzo di riferimento che è stato sostituito.',
    needs: ['what'],
    tags: {
      name: text('Studio o condominio', 'Studio Bassi'),
      what,
      until: text('Che cosa riceve ancora', 'Qui arrivano ancora le ricevute di oggi.'),
    },
  }),
  'activation-missing': entry('activation-missing', {
    ...{ id: 51, area: 'office', about: 'own' },
    description: 'Chiede quello che serve ancora.',
    needs: ['what', 'url'],
    tags: {
      ...{ business_name, who_writes },
      what: text('Che cosa manca', 'Carta d’identità e visura camerale.'),
      url: url('Link dei documenti'),
    },
  }),
  'operations-alarm': entry('operations-alarm', {
    ...{ id: 52, area: 'office', about: 'own' },
    description: 'A chi gestisce Saldo, quando qualcosa si rompe o torna a posto.',
    needs: ['checks.what'],
    tags: {
      title: text('Titolo', 'Il provider non risponde'),
      checks: list('Controlli', {
        head: text('Controllo', 'Provider'),
        what: text('Che cosa succede', 'Non risponde da 10 minuti.'),
        todo: text('Che cosa fare', 'Guarda lo stato del provider.'),
      }),
      url: url('Link di Operazioni'),
    },
  }),
  'template-live': entry('template-live', {
    ...{ id: 53, area: 'office', about: 'own', fixed: true },
    description: 'Al backoffice, quando un modello di e-mail va in uso. Questo modello non si cambia.',
    needs: ['title', 'what', 'url'],
    tags: {
      title: text('Titolo', '«Recupero della password»: in uso la versione 3'),
      what: text('Che cosa è successo', 'Anna Galli l’ha messa in uso al posto della versione 2.'),
      note: text('Nota della versione', 'Nota: nuova grafica'),
      otherwise: text('Che cosa fare', 'Guarda che cosa cambia.'),
      url: url('Link delle versioni'),
    },
  }),
  'customer-activated': entry('customer-activated', {
    ...{ id: 45, area: 'office', about: 'own' },
    description: 'Da ora lo studio può lavorare.',
    needs: ['url'],
    tags: { business_name, who_writes, url: url('Link di Saldo') },
  }),
  'document-invalid': entry('document-invalid', {
    ...{ id: 46, area: 'office', about: 'own' },
    description: 'Chiede un documento corretto.',
    needs: ['reason', 'url'],
    tags: {
      ...{ business_name, who_writes },
      what: text('Tipo di documento', 'Carta d’identità'),
      file_name: text('Nome del file', 'documento.pdf'),
      reason: text('Motivo', 'È scaduta.'),
      url: url('Link dei documenti'),
    },
  }),
  'provider-account-change': entry('provider-account-change', {
    ...{ id: 47, area: 'office', about: 'office' },
    description: 'Avvisa di un cambio nell’account del provider.',
    needs: ['what', 'url'],
    tags: {
      office: text('Nome dello studio', 'Studio Bassi'),
      title,
      what,
      otherwise,
      url: url('Link dell’account'),
    },
  }),
  'office-debt': entry('office-debt', {
    ...{ id: 48, area: 'office', about: 'bill' },
    description: 'Lo studio deve restituire un importo a Saldo.',
    needs: ['amount', 'url'],
    tags: {
      ...{
        amount: text('Importo', '112,50 €'),
        title,
        why: text('Perché', 'Un pagamento è stato stornato.'),
      },
      since: text('Da quando', 'lunedì 23 novembre 2026'),
      url: url('Link della transazione'),
    },
  }),
  dispute: entry('dispute', {
    ...{ id: 49, area: 'office', about: 'bill' },
    description: 'Chiede allo studio di rispondere a una contestazione.',
    needs: ['until', 'url'],
    tags: {
      amount: text('Importo', '312,50 €'),
      reason: text('Motivo', 'Dice di non riconoscere il pagamento.'),
      answer: text('Come rispondere', 'Allega il verbale dell’assemblea.'),
      until: text('Entro quando', 'entro lunedì 7 dicembre 2026'),
      url: url('Link della contestazione'),
    },
  }),
  report: entry('report', {
    ...{ id: 50, area: 'office', about: 'office' },
    description: 'Le somme di un periodo, a chi le ha chieste.',
    needs: ['url'],
    tags: {
      title: text('Titolo', 'Report di novembre'),
      whose: text('Di chi', 'Tutti i condomìni'),
      period: text('Periodo', 'dal 1 al 30 novembre 2026'),
      collected: text('Incassi netti', '12.480,00 €'),
      issued: text('Emesso', '14.000,00 €'),
      residue: text('Da incassare', '3.120,00 €'),
      overdue: text('Scaduto', '1.020,00 €'),
      next: text('In scadenza', '800,00 €'),
      url: url('Link del report'),
    },
  }),
}
