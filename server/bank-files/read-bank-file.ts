import { type BankFile, BankFileRefused } from './bank-file.ts'
import { readMavOutcomes, readRibaOutcomes } from './cbi/read-notice-outcomes.ts'

/**
 * Recognises a file of a bank by its content and reads it completely.
 * @throws BankFileRefused with an Italian sentence, when it is no such file or anything in it is inconsistent.
 */
export async function readBankFile(content: Buffer, _file_name: string): Promise<BankFile> {
  const head = content.toString('latin1', 0, 3)
  if (head === ' IM') return readMavOutcomes(content)
  if (head === ' IB') return readRibaOutcomes(content)
  throw new BankFileRefused(
    'Questo file non è riconosciuto: carica quello che hai scaricato dalla banca, senza aprirlo e salvarlo di nuovo.',
  )
}
