import { formatLongDate } from '@saldo/domain/dates'
import { type OwnRow, type OwnTable, shown } from './own-table.ts'

/** The page that opens without Saldo and without a connection: each table under its title, in words. It runs nothing. */
export async function* htmlPage(
  tables: readonly OwnTable[],
  rowsOf: (table: OwnTable) => AsyncIterable<OwnRow>,
  { day, name }: { day: string; name: string },
): AsyncGenerator<string> {
  yield head(name)
  yield `<h1>I dati di ${escaped(name)} in Saldo</h1>
<p>Copia del ${formatLongDate(day)} (art. 15 e 20 del Regolamento UE 2016/679). Gli stessi dati sono nella cartella <b>dati</b>, in JSON, con gli importi in centesimi; le ricevute sono nella cartella <b>ricevute</b>.</p>
<p>Non ci sono i documenti e gli appunti che il tuo amministratore tiene per conto del condominio: il titolare di quei dati è lui, e puoi chiederli a lui. Delle carte e dei conti salvati Saldo ha solo le ultime cifre. Dei condomìni che non vedi più c’è quello che è tuo, senza il nome.</p>
<nav><ul>${tables.map(({ name, title }) => `<li><a href="#${name}">${escaped(title)}</a></li>`).join('')}</ul></nav>
`
  for (const table of tables) yield* section(table, rowsOf(table))
  yield '</body></html>\n'
}

async function* section({ name, title, says, columns }: OwnTable, rows: AsyncIterable<OwnRow>) {
  yield `<h2 id="${name}">${escaped(title)}</h2>\n${says ? `<p>${escaped(says)}</p>\n` : ''}`
  let any = false
  for await (const row of rows) {
    if (!any)
      yield `<table><thead><tr>${columns.map(([, header]) => `<th>${escaped(header)}</th>`).join('')}</tr></thead><tbody>\n`
    any = true
    yield `<tr>${columns.map(([field, , kind]) => `<td${kind === 'amount' ? ' class="n"' : ''}>${escaped(shown(row[field], kind))}</td>`).join('')}</tr>\n`
  }
  yield any ? '</tbody></table>\n' : '<p class="none">Niente.</p>\n'
}

const head = (name: string) => `<!doctype html>
<html lang="it"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>I dati di ${escaped(name)} in Saldo</title>
<style>
body { max-width: 72rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }
h2 { margin: 2.5rem 0 .5rem; border-top: 2px solid; padding-top: .5rem; font-size: 1.25rem; }
table { display: block; overflow-x: auto; border-collapse: collapse; font-size: .875rem; }
th, td { padding: .25rem .75rem .25rem 0; border-bottom: 1px solid #ccc; text-align: left; vertical-align: top; white-space: pre-line; }
.n { text-align: right; white-space: nowrap; }
.none { color: #666; }
</style></head><body>
`

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
