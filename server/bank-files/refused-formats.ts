const askForStatement =
  'chiedi alla banca l’estratto conto in formato CBI (camt.053 o RH), oppure scaricalo in CSV dall’home banking'

/** What each format that is recognised but not read is, and the way out. `name` stands for the file. */
const sentences: Record<string, (name: string) => string> = {
  empty: (name) => `Il file «${name}» è vuoto: scaricalo di nuovo dalla banca.`,
  zip: (name) => `«${name}» è un archivio ZIP: estrai i file che contiene e caricali uno alla volta.`,
  archive: (name) =>
    `«${name}» è un archivio compresso: estrai i file che contiene e caricali uno alla volta.`,
  pdf: (name) => `«${name}» è un PDF, che si può leggere ma non importare: ${askForStatement}.`,
  image: (name) => `«${name}» è un’immagine, che si può guardare ma non importare: ${askForStatement}.`,
  xlsx: (name) =>
    `«${name}» è un foglio di calcolo: aprilo, salvalo come CSV e carica il CSV. Meglio ancora: ${askForStatement}.`,
  xls: (name) =>
    `«${name}» è un foglio di calcolo: aprilo, salvalo come CSV e carica il CSV. Meglio ancora: ${askForStatement}.`,
  html: (name) =>
    `«${name}» è una pagina web, non un file della banca: accedi di nuovo all’home banking e scarica l’estratto conto in camt.053, RH o CSV.`,
  signed: (name) => `«${name}» è firmato digitalmente (.p7m): estrai il file che contiene e carica quello.`,
  invoice: (name) => `«${name}» è una fattura elettronica, non un file della banca.`,
  cbi_xml: (name) =>
    `«${name}» è un messaggio XML del CBI che Saldo non legge: chiedi alla banca l’estratto conto in camt.053 (versione 02 o 08) o in RH.`,
  cbi_mav: (name) => `«${name}» contiene esiti di MAV, che qui non si possono caricare.`,
  cbi_riba: (name) => `«${name}» contiene esiti di RiBa, che qui non si possono caricare.`,
  cbi_other: (name) =>
    `«${name}» è un flusso CBI di disposizioni, non un estratto conto: ${askForStatement}.`,
}

/** By the beginning of the message's name; the first that fits. */
const messages: [prefix: string, sentence: (name: string) => string][] = [
  [
    'camt.052.',
    (name) =>
      `«${name}» contiene i movimenti di una giornata non ancora chiusa (camt.052), che possono cambiare: carica l’estratto conto (camt.053).`,
  ],
  [
    'camt.053.',
    (name) =>
      `«${name}» è un estratto conto camt.053 di una versione che Saldo non legge: chiedi alla banca la versione 02 o 08.`,
  ],
  [
    'camt.054.',
    (name) =>
      `«${name}» è una notifica camt.054 di una versione che Saldo non legge: chiedi alla banca la versione 02 o 08.`,
  ],
  [
    'pain.008.',
    (name) => `«${name}» contiene addebiti SEPA da presentare (pain.008), che qui non si possono caricare.`,
  ],
  [
    'pain.002.',
    (name) => `«${name}» contiene esiti di addebiti SEPA (pain.002), che qui non si possono caricare.`,
  ],
  [
    'pain.001.',
    (name) => `«${name}» contiene ordini di bonifico (pain.001), non movimenti avvenuti: ${askForStatement}.`,
  ],
]

/** The Italian sentence that refuses a file of this format. */
export function sentenceFor(format: string, name: string): string {
  const sentence = sentences[format] ?? messages.find(([prefix]) => format.startsWith(prefix))?.[1]
  if (sentence) return sentence(name)
  return `«${name}» non è un file che Saldo riconosce: ${askForStatement}.`
}
