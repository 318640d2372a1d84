import type { Readable } from 'node:stream'
import type { ExportColumn } from '../../../exports/columns.ts'
import { xlsxStream } from '../../../exports/write-xlsx.ts'

/**
 * The template that people download and fill in. Its headers are those the importer recognises best; its two example
 * rows are skipped.
 */
export function billsTemplate(): Readable {
  return xlsxStream(columns, examples, 'Bollette')
}

/** The holder of the example rows. */
export const EXAMPLE_HOLDER = 'Esempio da sostituire'

const columns: ExportColumn[] = [
  { header: 'Condominio', kind: 'text', width: 28 },
  { header: 'C.F. condominio', kind: 'text', width: 17 },
  { header: 'IBAN condominio', kind: 'text', width: 31 },
  { header: 'N. bolletta', kind: 'text', width: 14 },
  { header: 'Data emissione', kind: 'date' },
  { header: 'Scadenza', kind: 'date' },
  { header: 'Scala', kind: 'text', width: 8 },
  { header: 'Interno', kind: 'text', width: 9 },
  { header: 'Intestatario', kind: 'text', width: 28 },
  { header: 'Codice fiscale / P.IVA', kind: 'text', width: 22 },
  { header: 'E-mail', kind: 'text', width: 28 },
  { header: 'Telefono', kind: 'text', width: 16 },
  { header: 'Causale', kind: 'text', width: 34 },
  { header: 'Importo €', kind: 'amount' },
  { header: 'Note', kind: 'text', width: 28 },
]

const building = ['Condominio Esempio', '97222450690', 'IT56B9999999999000000000001'] as const
const days = ['2026-04-27', '2026-05-31'] as const

const examples = [
  [
    ...building,
    'ESEMPIO-1',
    ...days,
    'A',
    '1',
    EXAMPLE_HOLDER,
    'GNTLCU62B51F540T',
    'nome@example.com',
    '',
    'Rata 2 di 4, gestione ordinaria',
    123_450,
    '',
  ],
  [
    ...building,
    'ESEMPIO-2',
    ...days,
    'B',
    '2',
    EXAMPLE_HOLDER,
    '17297940359',
    '',
    '051 000000',
    'Rata 2 di 4, gestione ordinaria',
    8_000,
    'Senza e-mail: avviso cartaceo',
  ],
]
