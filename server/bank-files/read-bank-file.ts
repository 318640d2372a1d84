import type { Readable } from 'node:stream'
import { bankFileBytes, bankFileTooLarge } from '@saldo/domain/bank-files/largest-file'
import { maskIbansIn } from '@saldo/domain/iban'
import { type BankFile, BankFileRefused } from './bank-file.ts'
import { readCamt } from './camt/read-camt.ts'
import { readMavOutcomes, readRibaOutcomes } from './cbi/read-notice-outcomes.ts'
import { readBankCsv } from './csv/read-csv.ts'
import { formatOf } from './format-of.ts'
import { readPain002 } from './pain/read-pain002.ts'
import { readPain008 } from './pain/read-pain008.ts'
import { sentenceFor } from './refused-formats.ts'
import { readRh } from './rh/read-rh.ts'

/** The reader of each format that `formatOf` tells. A format without a reader is refused (refused-formats.ts). */
const readers: Record<string, (file: Buffer) => Promise<BankFile>> = {
  'camt.053.001.02': (file) => readCamt(file, 'camt.053.001.02'),
  'camt.053.001.08': (file) => readCamt(file, 'camt.053.001.08'),
  'camt.054.001.02': (file) => readCamt(file, 'camt.054.001.02'),
  'camt.054.001.08': (file) => readCamt(file, 'camt.054.001.08'),
  'pain.008.001.02': (file) => readPain008(file, 'pain.008.001.02'),
  'pain.008.001.08': (file) => readPain008(file, 'pain.008.001.08'),
  'pain.002.001.03': (file) => readPain002(file, 'pain.002.001.03'),
  'pain.002.001.10': (file) => readPain002(file, 'pain.002.001.10'),
  cbi_rh: readRh,
  cbi_mav: async (file) => readMavOutcomes(file),
  cbi_riba: async (file) => readRibaOutcomes(file),
  csv: readBankCsv,
}

/**
 * Reads a file of a bank completely, or refuses it as a whole with a BankFileRefused. The content tells the format; the
 * name only names the file in sentences. No more than `bankFileBytes` are held in memory.
 */
export async function readBankFile(
  content: Readable | AsyncIterable<Buffer>,
  file_name: string,
): Promise<BankFile> {
  const file = await wholeFile(content)
  const format = formatOf(file)
  const read = Object.hasOwn(readers, format) ? readers[format] : undefined
  if (read === undefined) throw new BankFileRefused(sentenceFor(format, shownName(file_name)))
  return read(file)
}

async function wholeFile(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of content) {
    length += piece.length
    if (length > bankFileBytes) throw new BankFileRefused(bankFileTooLarge)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** Names of statements often hold the account. */
const shownName = (file_name: string): string => maskIbansIn(file_name).slice(0, 80)
