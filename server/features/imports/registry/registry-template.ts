import type { Readable } from 'node:stream'
import type { ExportColumn } from '../../../exports/columns.ts'
import { xlsxStream } from '../../../exports/write-xlsx.ts'

/**
 * The template that people download and fill in. Its headers are those the importer recognises best; its example rows
 * are skipped.
 */
export function registryTemplate(): Readable {
  return xlsxStream(columns, examples, 'Unità')
}

/** The holder of the example rows. */
export const EXAMPLE_HOLDER = 'Esempio da sostituire'

const columns: ExportColumn[] = [
  { header: 'Condominio', kind: 'text', width: 28 },
  { header: 'C.F. condominio', kind: 'text', width: 17 },
  { header: 'IBAN condominio', kind: 'text', width: 31 },
  { header: 'Scala', kind: 'text', width: 8 },
  { header: 'Interno', kind: 'text', width: 9 },
  { header: 'Tipo', kind: 'text', width: 14 },
  { header: 'Piano', kind: 'text', width: 8 },
  { header: 'Ruolo', kind: 'text', width: 14 },
  { header: 'Quota', kind: 'text', width: 9 },
  { header: 'Nominativo', kind: 'text', width: 28 },
  { header: 'Codice fiscale / P.IVA', kind: 'text', width: 22 },
  { header: 'E-mail', kind: 'text', width: 28 },
  { header: 'Telefono', kind: 'text', width: 16 },
  { header: 'Indirizzo', kind: 'text', width: 28 },
  { header: 'CAP', kind: 'text', width: 8 },
  { header: 'Città', kind: 'text', width: 18 },
  { header: 'Provincia', kind: 'text', width: 9 },
  { header: 'Saldo precedente, negativo se deve', kind: 'amount' },
  { header: 'Data saldo', kind: 'date' },
  { header: 'Tabella A Proprietà', kind: 'text', width: 18 },
]

const building = ['Condominio Esempio', '97222450690', 'IT56B9999999999000000000001'] as const
const home = ['Via Roma 1', '40121', 'Bologna', 'BO'] as const

const examples = [
  [
    ...building,
    'A',
    '1',
    'Appartamento',
    '1',
    'Proprietario',
    '1/1',
    EXAMPLE_HOLDER,
    'GNTLCU62B51F540T',
    'nome@example.com',
    '',
    ...home,
    -12_050,
    '2025-12-31',
    '31,25',
  ],
  [
    ...building,
    'A',
    '1',
    'Appartamento',
    '1',
    'Inquilino',
    '',
    EXAMPLE_HOLDER,
    '',
    '',
    '051 000000',
    ...home,
    0,
    '',
    '',
  ],
]
