import type { Debtor } from '@saldo/contract/reports/situation'
import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import type { Letterhead } from './letterhead.ts'
import { openPaper, type PdfColumn } from './table-pdf.ts'

export type PrintedDebtors = {
  day: string
  account_name: string
  fiscal_code: string | null
  office: Letterhead
  /** Only people with something overdue. */
  late: boolean
  rows: Debtor[]
}

const columns: PdfColumn<Debtor>[] = [
  { header: 'Condòmino', width: 170, text: ({ nominative }) => nominative },
  { header: 'Unità', width: 100, text: ({ units }) => units ?? '' },
  { header: 'Residuo', width: 84, align: 'right', text: ({ residue }) => formatEuro(residue) },
  { header: 'di cui scaduto', width: 84, align: 'right', text: ({ overdue }) => formatEuro(overdue) },
  {
    header: 'Scaduto dal',
    width: 66,
    align: 'right',
    text: ({ overdue, oldest_due }) => (overdue > 0 ? formatDate(oldest_due) : ''),
  },
]

/** The list of those who owe something in a condominium, for its assembly, on the office's letterhead. */
export async function debtorsPdf(printed: PrintedDebtors): Promise<Buffer> {
  const { day, account_name, fiscal_code, office, late, rows } = printed
  const paper = openPaper({
    title: late ? 'Elenco dei morosi' : 'Situazione dei pagamenti',
    subtitle: [
      [account_name, fiscal_code && `codice fiscale ${fiscal_code}`].filter(Boolean).join(', '),
      `Al ${formatDate(day)}`,
    ],
    ...{ day, office, foot: `${office.business_name}, con Saldo · ${account_name}` },
  })
  if (rows.length === 0)
    paper.paragraph(
      late ? 'Nessun condòmino ha rate scadute e non pagate.' : 'Nessun condòmino ha importi da pagare.',
    )
  else {
    const sum = (of: 'residue' | 'overdue') => formatEuro(rows.reduce((all, row) => all + row[of], 0))
    const people = rows.length === 1 ? 'Totale, 1 condòmino' : `Totale, ${rows.length} condòmini`
    paper.table(columns, rows, [people, '', sum('residue'), sum('overdue')])
  }
  paper.space(14)
  for (const text of notes) paper.paragraph(text, { size: 8.5, dim: true })
  paper.signature()
  return paper.finish()
}

/** What the assembly should know of the list; the law is art. 63 disp. att. c.c. */
const notes = [
  'Il residuo è quanto le bollette emesse chiedono ancora, anche se un pagamento è in corso; lo scaduto è la parte che andava pagata prima di questa data.',
  'Per riscuotere i contributi in base allo stato di ripartizione approvato dall’assemblea, l’amministratore può ottenere senza bisogno di autorizzazione un decreto di ingiunzione immediatamente esecutivo; se la mora dura da sei mesi può sospendere il condomino dai servizi comuni suscettibili di godimento separato. Chi subentra nei diritti di un condomino risponde con lui dei contributi dell’anno in corso e di quello precedente (art. 63 disp. att. c.c.).',
  'Riservato ai partecipanti al condominio: questi dati servono alla sua gestione e non vanno affissi né dati a estranei.',
]
