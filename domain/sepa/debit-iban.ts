import { checkIban, ibanReasons } from '../iban.ts'
import { isSepaIban } from './sepa-countries.ts'

/**
 * Why an account cannot be debited by SEPA, as an Italian sentence; null: it can. The country comes before a wrong digit,
 * because correcting the digits of such an IBAN would be in vain.
 */
export function whyNotDebitIban(text: string): string | null {
  const { iban, reasons } = checkIban(text)
  const [reason] = reasons
  if (reason === 'format' || reason === 'country' || isSepaIban(iban))
    return reason ? ibanReasons[reason] : null
  return notSepa
}

const notSepa =
  'L’addebito SEPA funziona solo con i conti dei paesi SEPA, e questo è di un altro paese: usa un altro conto o scegli un ' +
  'altro modo di pagare.'
