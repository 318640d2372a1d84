import { BankFileRefused, type BankStatement } from './bank-file.ts'

/** Refuses the last statement if an earlier one of the file has the same account and reference: it would count twice. */
export function refuseRepeatedStatement(statements: BankStatement[]): void {
  const last = statements.at(-1)!
  const twice = statements.some(
    (each) =>
      each !== last &&
      each.iban === last.iban &&
      each.reference !== null &&
      each.reference === last.reference,
  )
  if (twice)
    throw new BankFileRefused(
      'Lo stesso estratto conto è scritto due volte nel file. Scarica di nuovo il file dalla banca senza modificarlo.',
      last.line,
    )
}
