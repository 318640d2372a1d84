import { formatDate } from '@saldo/domain/dates'
import { type HandoverManifest, handoverTables } from '@saldo/domain/handover/format'
import { formatEuro } from '@saldo/domain/money'

/** LEGGIMI.txt: what the ZIP is, what each file holds, and what is not in it. `missing`: files that could not be put in. */
export function readMe(about: Omit<HandoverManifest, 'files'>, missing: readonly string[]): string {
  const { totals, pdfs } = about
  const days =
    pdfs && (pdfs.from || pdfs.to)
      ? ` (${[pdfs.from && `dal ${formatDate(pdfs.from)}`, pdfs.to && `al ${formatDate(pdfs.to)}`].filter(Boolean).join(' ')})`
      : ''
  const lines = [
    `PASSAGGIO DI CONSEGNE — ${about.condominium.name}`,
    '',
    `Preparato il ${formatDate(about.day)} da ${about.made_by.person}, ${about.made_by.office}.`,
    'Serve all’amministratore che subentra (art. 1129 c.c.). Contiene dati personali e IBAN interi: conservalo con cura e non mandarlo per e-mail senza protezione.',
    '',
    'I NUMERI',
    `Bollette emesse: ${totals.bills}, per ${formatEuro(totals.amount)}`,
    `Incassato: ${formatEuro(totals.settled)}`,
    `Residuo: ${formatEuro(totals.residue)}, di cui scaduto ${formatEuro(totals.overdue)}`,
    `Crediti delle persone: ${formatEuro(totals.credits)}`,
    '',
    'COME SI LEGGE',
    'I file .csv si aprono con Excel o LibreOffice: colonne separate da punto e virgola, virgola per i decimali, UTF-8. Le colonne «Rif.» collegano le tabelle fra loro.',
    'Chi usa Saldo lo carica da Condomìni, Importa, Passaggio di consegne, senza aprirlo: si controlla da solo.',
    'manifest.json dice, per ogni file, quante righe ha, quanto fanno gli importi e la sua impronta (SHA-256).',
    '',
    'I FILE',
    ...Object.values(handoverTables).map(({ file, says }) => `${file}: ${says}`),
    'mandati/: per ogni mandato la prova del consenso e, se c’è, la scansione firmata.',
    'documenti/: i documenti del condominio.',
    ...(pdfs
      ? [`bollette/: le bollette in PDF${days}.`, `ricevute/: le ricevute in PDF${days}.`]
      : ['Le bollette e le ricevute in PDF non sono state incluse.']),
    '',
    'CHE COSA NON C’È',
    'I documenti delle singole persone, i preventivi, i piani di rientro, le carte e i mandati salvati presso il servizio di pagamento (si possono usare solo lì).',
    ...(missing.length > 0 ? ['', 'FILE CHE MANCANO', ...missing.map((what) => `Manca ${what}.`)] : []),
  ]
  return `\uFEFF${lines.join('\r\n')}\r\n`
}
