/**
 * The words that people stumble on, each with its explanation: one place, so that a word means the same on every page.
 * `glossary` is the word's row in docs/glossary.md, which says the same to those who write the code.
 */
export type HelpText = { title: string; glossary: string; text: readonly string[] }

export const helpTexts = {
  weights: {
    title: 'Millesimi',
    glossary: 'millesimi',
    text: [
      'Dicono quanto vale ogni unità rispetto all’edificio, in parti di mille: con 31,25 millesimi si pagano 31,25 euro ogni mille di spesa generale.',
      'Si copiano dalle tabelle del regolamento. Chi non partecipa ha zero, che va scritto.',
    ],
  },
  holders: {
    title: 'Usufruttuario e nudo proprietario',
    glossary: 'nudo proprietario',
    text: [
      'L’usufruttuario usa l’unità e paga le spese ordinarie (art. 1004 c.c.). Il nudo proprietario l’avrà alla fine dell’usufrutto e paga le straordinarie (art. 1005 c.c.).',
      'Se non c’è usufrutto basta il proprietario. L’inquilino paga solo la quota indicata nella voce di spesa.',
    ],
  },
  owed: {
    title: 'Scaduto, da incassare, residuo',
    glossary: 'scaduto',
    text: [
      'Residuo: quanto manca di una bolletta, emesso meno incassato. Da incassare: la somma dei residui.',
      'Un addebito incassato può tornare indietro: chi ha pagato può chiederne il rimborso alla sua banca per otto settimane, e per tredici mesi se non l’aveva autorizzato.',
      'Scaduto: la parte del residuo con scadenza prima di oggi, insoluti compresi.',
      'Da pagare ora: lo scaduto, se c’è; altrimenti la prossima rata.',
    ],
  },
  reminder_levels: {
    title: 'Livelli dei solleciti',
    glossary: 'livello',
    text: [
      'Il livello è il numero di solleciti già inviati per quella scadenza: il primo è cortese, l’ultimo è la diffida.',
      'Nessun livello si salta: una bolletta passa al successivo solo quando il precedente è partito davvero.',
    ],
  },
  reconciliation: {
    title: 'Quadratura',
    glossary: 'quadratura',
    text: [
      'È il confronto, giorno per giorno, fra i movimenti del provider, i pagamenti registrati in Saldo e le scritture contabili.',
      'Se i tre dicono lo stesso, il giorno torna. Se no, ogni differenza è una voce da applicare, contabilizzare o spiegare.',
    ],
  },
  payouts: {
    title: 'Accrediti',
    glossary: 'accredito',
    text: [
      'Il provider tiene gli incassi per qualche giorno, poi li versa sul conto in un solo bonifico: è l’accredito.',
      'Vale gli incassi che contiene, meno rimborsi, insoluti e commissioni.',
    ],
  },
  mandate: {
    title: 'Mandato SEPA',
    glossary: 'mandato',
    text: [
      'È il consenso di chi paga ad addebitare il suo conto. Ha un riferimento, che la banca mostra a ogni addebito.',
      'Chi lo ha firmato può chiedere il rimborso alla propria banca entro otto settimane dall’addebito.',
    ],
  },
  mav: {
    title: 'Avviso MAV',
    glossary: 'MAV',
    text: [
      'È un bollettino della banca del condominio: chi lo riceve paga in qualsiasi banca, con il numero dell’avviso.',
      'Il file con gli avvisi lo porti tu alla banca; lei risponde con un file di esiti: pagato, impagato, richiamato, scaduto.',
      'Se la bolletta viene pagata in altro modo, il MAV va richiamato, altrimenti qualcuno può pagarlo lo stesso.',
    ],
  },
  provider_account: {
    title: 'Account incassi e provider',
    glossary: 'account incassi',
    text: [
      'Il provider è chi muove il denaro di carte e addebiti. L’account incassi è quello dello studio presso il provider: lì arrivano gli incassi dei suoi condomìni.',
      'Prima di attivarlo il provider verifica chi è lo studio, come fa una banca.',
    ],
  },
} as const satisfies Record<string, HelpText>

export type HelpTopic = keyof typeof helpTexts
