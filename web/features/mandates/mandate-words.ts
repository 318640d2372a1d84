import type { Mandate } from './mandate-query.ts'

export const mandateWords = { one: 'mandato', many: 'mandati', feminine: false }

export const wayLabels: Record<Mandate['way'], string> = {
  bank: 'Con distinta in banca',
  provider: 'Da conto o carta salvati',
}

export const signingLabels: Record<Mandate['signing'], string> = {
  paper: 'Su carta',
  online: 'Online, con un codice',
  file: 'In un file di un altro programma',
}

/** What a draft waits for: a scan, or the payer's signature. */
export const draftWaitsFor = ({ way, signing }: Pick<Mandate, 'way' | 'signing'>): string => {
  if (way === 'provider') return 'Manca la conferma della banca.'
  return signing === 'online'
    ? 'Chi paga non ha ancora firmato: ha il link nella sua e-mail.'
    : 'Manca la scansione del foglio firmato: caricala e il mandato diventa attivo.'
}
