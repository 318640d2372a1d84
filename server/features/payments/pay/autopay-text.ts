import { formatEuro } from '@saldo/domain/money'
import { agreedNoticeDays } from '@saldo/domain/sepa/mandate'

/** What a payer accepts besides the mandate to have the next instalments debited too; stored with it. `cap`: cents. */
export const autopayText = (account_name: string, cap: number | null = null): string =>
  `Chiedo che ogni rata di ${account_name} che scade da oggi in poi si addebiti da sola con questo metodo, alla scadenza e ` +
  `dopo un avviso almeno ${agreedNoticeDays} giorni prima. Posso mettere in pausa o revocare quando voglio, con un tocco.` +
  (cap === null ? '' : ` Al massimo ${formatEuro(cap)} per addebito.`)
