import { type BankFile, BankFileRefused } from './bank-file.ts'

/**
 * Recognises a file of a bank by its content and reads it completely.
 * @throws BankFileRefused with an Italian sentence, when it is no such file or anything in it is inconsistent.
 */
export async function readBankFile(_content: Buffer, _file_name: string): Promise<BankFile> {
  throw new BankFileRefused(
    'Questo file non è riconosciuto: carica quello che hai scaricato dalla banca, senza aprirlo e salvarlo di nuovo.',
  )
}
