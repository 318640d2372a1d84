import { formatEuro } from '@saldo/domain/money'
import type { Reply } from '../../api.ts'

type Leaving = Reply<'GET /v1/users/btoc/leaving'>

/** What ends when a resident closes their access, a sentence each; what they do not have is not named. */
export function whatEnds({ methods, autopays, planned_debits, pays_for, payers }: Leaving): string[] {
  return [
    'Il tuo nome utente e tutti i dispositivi da cui sei entrato.',
    some(
      methods,
      'Il metodo di pagamento salvato, con il suo mandato.',
      (n) => `I ${n} metodi di pagamento salvati, con i loro mandati.`,
    ),
    some(autopays, 'L’addebito automatico.', (n) => `I ${n} addebiti automatici.`),
    some(
      planned_debits,
      'L’addebito già previsto: quella rata la paghi tu.',
      (n) => `I ${n} addebiti già previsti: quelle rate le paghi tu.`,
    ),
    some(
      pays_for,
      'La delega con cui paghi per un’altra persona.',
      (n) => `Le ${n} deleghe con cui paghi per altri.`,
    ),
    some(payers, 'La delega di chi paga per te.', (n) => `Le ${n} deleghe di chi paga per te.`),
  ].filter((sentence) => sentence !== null)
}

/** What the offices keep, and why; what is on its way; what only the office or a bank can end. */
export function whatStays({ offices, pending, bank_mandates }: Leaving): string[] {
  return [
    offices.length === 0
      ? null
      : `Bollette, pagamenti e ricevute: ${inWords(offices)} ${offices.length === 1 ? 'li deve' : 'li devono'} conservare dieci anni (art. 2220 e 1130-bis c.c.). Se ti servono, scaricali prima.`,
    'Il tuo nome nello storico di quello che hai pagato. Il tuo indirizzo e-mail lo togliamo dall’accesso.',
    pending > 0 ? `${formatEuro(pending)} che la tua banca sta già lavorando: vanno avanti.` : null,
    some(
      bank_mandates,
      'Il mandato firmato per la banca del condominio: lo revoca l’amministratore, o la tua banca.',
      (n) =>
        `I ${n} mandati firmati per le banche dei condomìni: li revoca l’amministratore, o la tua banca.`,
    ),
  ].filter((sentence) => sentence !== null)
}

const some = (count: number, one: string, many: (count: number) => string): string | null =>
  count === 0 ? null : count === 1 ? one : many(count)

const inWords = (names: readonly string[]) => new Intl.ListFormat('it', { type: 'conjunction' }).format(names)
