import { actBy } from '@saldo/domain/arrears/arrears'
import { type DeliveryWay, deliveryWords } from '@saldo/domain/arrears/reminder-letter'
import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import type { DossierFacts as Facts } from './dossier-facts.ts'
import type { Letterhead } from './letterhead.ts'
import { openPaper, type Paper } from './table-pdf.ts'

type DossierFacts = Omit<Facts, 'statement'> & {
  office: Letterhead
  /** Null: whoever prints may not read payments. */
  statement: Facts['statement'] | null
}

/** The parts of the dossier, in order, with the page on which each begins. */
type Index = { title: string; page: number }[]

/**
 * The dossier of a debtor for the lawyer, one PDF with an index. It is drawn twice: the first time tells on which page each
 * part begins. The same facts of the same day give the same bytes.
 */
export async function dossierPdf(facts: DossierFacts, day: string): Promise<Buffer> {
  const draft = draw(facts, day, null)
  await draft.paper.finish()
  return draw(facts, day, draft.index).paper.finish()
}

function draw(facts: DossierFacts, day: string, known: Index | null): { paper: Paper; index: Index } {
  const { office, account, person } = facts
  const paper = openPaper({
    title: `Fascicolo di ${person.nominative}`,
    subtitle: [
      [account.name, account.fiscal_code && `codice fiscale ${account.fiscal_code}`]
        .filter(Boolean)
        .join(', '),
      `Situazione al ${formatDate(day)}`,
    ],
    ...{ day, office, foot: `${office.business_name}, con Saldo · ${account.name} · ${person.nominative}` },
  })
  drawSummary(paper, facts)
  paper.heading('Contenuto')
  const parts: [string, (paper: Paper, facts: DossierFacts) => void][] = [
    ['Rate non pagate', drawInstalments],
    ['Estratto conto', drawStatement],
    ['Solleciti inviati', drawReminders],
    ['Attestazioni rilasciate', drawCertificates],
  ]
  for (const [at, [title]] of parts.entries())
    paper.fact(`${at + 1}. ${title}`, `pagina ${known?.[at]?.page ?? 1}`)
  paper.signature()
  const index: Index = []
  for (const [at, [title, drawPart]] of parts.entries()) {
    index.push({ title, page: paper.nextPage() })
    paper.heading(`${at + 1}. ${title}`)
    drawPart(paper, facts)
  }
  return { paper, index }
}

function drawSummary(paper: Paper, { person, instalments }: DossierFacts): void {
  const sum = (of: 'due' | 'overdue') => instalments.reduce((all, row) => all + row[of], 0)
  const oldest = instalments.find(({ overdue }) => overdue > 0)
  paper.space(10)
  const facts: [string, string | null][] = [
    ['Debitore', person.nominative],
    ['Codice fiscale', person.fiscal_code],
    ['Indirizzo', person.address],
    ['E-mail', person.email],
    ['Unità', person.units],
    ['Residuo', formatEuro(sum('due'))],
    ['di cui scaduto', formatEuro(sum('overdue'))],
    ['Scaduto dal', oldest ? formatDate(oldest.due_date) : null],
    ['Agire entro', oldest ? `${formatDate(actBy(oldest.due_date))} (art. 1129, nono comma, c.c.)` : null],
  ]
  for (const [label, text] of facts) if (text) paper.fact(label, text)
  paper.paragraph(
    'Per riscuotere i contributi in base allo stato di ripartizione approvato dall’assemblea si può ottenere, senza autorizzazione di questa, un decreto di ingiunzione immediatamente esecutivo (art. 63, primo comma, disp. att. c.c.). La delibera e lo stato di ripartizione si aggiungono a questo fascicolo.',
    { size: 8.5, dim: true },
  )
}

function drawInstalments(paper: Paper, { instalments }: DossierFacts): void {
  if (instalments.length === 0) {
    paper.paragraph('Nessuna rata da pagare.')
    return
  }
  const sum = (of: 'due' | 'overdue') => formatEuro(instalments.reduce((all, row) => all + row[of], 0))
  paper.table(
    [
      { header: 'Bolletta', width: 86, text: ({ number }) => number },
      { header: 'Descrizione', width: 130, text: ({ description }) => description },
      { header: 'Scadenza', width: 62, text: ({ due_date }) => formatDate(due_date) },
      { header: 'Rata', width: 76, align: 'right', text: ({ amount }) => formatEuro(amount) },
      { header: 'Da pagare', width: 76, align: 'right', text: ({ due }) => formatEuro(due) },
      { header: 'di cui scaduto', width: 74, align: 'right', text: ({ overdue }) => formatEuro(overdue) },
    ],
    instalments,
    ['Totale', '', '', '', sum('due'), sum('overdue')],
  )
}

function drawStatement(paper: Paper, { statement }: DossierFacts): void {
  if (!statement) {
    paper.paragraph('Non compreso: chi ha preparato questo fascicolo non può leggere le transazioni.')
    return
  }
  if (statement.lines.length === 0) {
    paper.paragraph('Nessun movimento.')
    return
  }
  paper.table(
    [
      { header: 'Data', width: 62, text: ({ day }) => formatDate(day) },
      { header: 'Movimento', width: 274, text: ({ text }) => text },
      { header: 'Dovuto o pagato', width: 84, align: 'right', text: ({ amount }) => formatEuro(amount) },
      { header: 'Da pagare', width: 84, align: 'right', text: ({ balance }) => formatEuro(balance) },
    ],
    statement.lines,
    ['', 'Saldo', '', formatEuro(statement.closing)],
  )
}

function drawReminders(paper: Paper, { reminders }: DossierFacts): void {
  if (reminders.length === 0) {
    paper.paragraph('Nessun sollecito inviato con Saldo.')
    return
  }
  paper.table(
    [
      { header: 'Inviato il', width: 62, text: ({ sent_on }) => formatDate(sent_on) },
      { header: 'Sollecito', width: 128, text: ({ step_name }) => step_name },
      { header: 'Come', width: 238, text: howSent },
      { header: 'Chiedeva', width: 76, align: 'right', text: ({ amount }) => formatEuro(amount) },
    ],
    reminders,
  )
  for (const reminder of reminders) {
    paper.heading(`${reminder.step_name}, ${formatDate(reminder.sent_on)}`)
    paper.paragraph(reminder.title, { weight: 600 })
    for (const text of reminder.text.split(/\r?\n/)) if (text.trim() !== '') paper.paragraph(text)
  }
}

const howSent = ({ channel, to_address, delivered_by, delivery_note }: DossierFacts['reminders'][number]) =>
  channel === 'email'
    ? `e-mail a ${to_address}`
    : [delivered_by ? deliveryWords[delivered_by as DeliveryWay].done : 'lettera', delivery_note]
        .filter(Boolean)
        .join(', ')

function drawCertificates(paper: Paper, { certificates }: DossierFacts): void {
  if (certificates.length === 0) {
    paper.paragraph('Nessuna attestazione rilasciata.')
    return
  }
  paper.table(
    [
      { header: 'Rilasciata il', width: 70, text: ({ issued_at }) => formatDate(issued_at) },
      { header: 'Situazione al', width: 70, text: ({ as_of }) => formatDate(as_of) },
      { header: 'Residuo', width: 90, align: 'right', text: ({ residue }) => formatEuro(residue) },
      { header: 'di cui scaduto', width: 90, align: 'right', text: ({ overdue }) => formatEuro(overdue) },
      { header: '', width: 80, text: ({ revoked }) => (revoked ? 'revocata' : '') },
    ],
    certificates,
  )
}
