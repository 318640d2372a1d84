import type { Readable } from 'node:stream'
import { maskIbansIn } from '@saldo/domain/iban'
import { type BankFile, BankFileRefused } from './bank-file.ts'
import { readCamt } from './camt/read-camt.ts'
import { readBankCsv } from './csv/read-csv.ts'
import { formatOf } from './format-of.ts'
import { sentenceFor } from './refused-formats.ts'
import { readRh } from './rh/read-rh.ts'

/** The reader of each format that `formatOf` tells. A format without a reader is refused (refused-formats.ts). */
const readers: Record<string, (file: Buffer) => Promise<BankFile>> = {
  'camt.053.001.02': (file) => readCamt(file, 'camt.053.001.02'),
  'camt.053.001.08': (file) => readCamt(file, 'camt.053.001.08'),
  'camt.054.001.02': (file) => readCamt(file, 'camt.054.001.02'),
  'camt.054.001.08': (file) => readCamt(file, 'camt.054.001.08'),
  cbi_rh: readRh,
  csv: readBankCsv,
}

export const bankFileMegabytes = 20

/**
 * Reads a file of a bank completely, or refuses it as a whole with a BankFileRefused. The content tells the format; the
 * name only names the file in sentences. No more than `bankFileMegabytes` are held in memory.
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
    if (length > bankFileMegabytes * 1024 * 1024)
      throw new BankFileRefused(
        `Il file supera i ${bankFileMegabytes} MB: scarica dalla banca un periodo più breve, oppure un conto alla volta.`,
      )
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** Names of statements often hold the account. */
const shownName = (file_name: string): string => maskIbansIn(file_name).slice(0, 80)
