import { formatLongDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { formatCountOf } from '../../ui/grid/list.ts'
import type { Item, Part, ReconciliationState, Run } from './reconciliation-query.ts'

export const itemWords = { one: 'voce da spiegare', many: 'voci da spiegare' }
export const dayWords = { one: 'giorno', many: 'giorni' }
export const movementWords = { one: 'movimento', many: 'movimenti' }

/** The rows of each part of the state, counted. */
const partWords: Record<Part, { one: string; many: string }> = {
  not_here: { one: 'movimento del provider da abbinare', many: 'movimenti del provider da abbinare' },
  nobody: { one: 'movimento del provider da attribuire', many: 'movimenti del provider da attribuire' },
  not_there: { one: 'incasso senza riscontro dal provider', many: 'incassi senza riscontro dal provider' },
  amount_differs: { one: 'pagamento con importi diversi', many: 'pagamenti con importi diversi' },
  ledger_missing: { one: 'scrittura mancante', many: 'scritture mancanti' },
  ledger_duplicate: { one: 'scrittura di troppo', many: 'scritture di troppo' },
  fee_differs: { one: 'commissione diversa', many: 'commissioni diverse' },
  explained: { one: 'differenza spiegata', many: 'differenze spiegate' },
}
export const payoutWords = { one: 'accredito da riconoscere', many: 'accrediti da riconoscere' }
export const isPart = (text: string | undefined): text is Part => text !== undefined && text in partWords
export const countPart = (part: Part, count: number) => formatCountOf(count, partWords[part])
/** `Scritture mancanti` */
export const partTitle = (part: Part) => {
  const { many } = partWords[part]
  return many.charAt(0).toUpperCase() + many.slice(1)
}

type Told = Pick<
  ReconciliationState,
  'compared_to' | 'provider_amount' | 'ledger_amount' | 'unexplained' | 'open_items'
>

/** The state in words, up to the parts that follow when something is left. */
export function stateSentence(state: Told): string {
  const { compared_to, provider_amount, ledger_amount, unexplained, open_items } = state
  const sums = `Dal provider ${formatEuro(provider_amount)}, in Saldo ${formatEuro(ledger_amount)}`
  if (open_items > 0) return `${sums}. Non tornano ${formatEuro(unexplained)}:`
  if (compared_to === null) return `${sums}: nessun giorno è ancora stato confrontato per intero.`
  return `${sums}: tutto torna fino ${withArticle('a', compared_to)}.`
}

/** Until when the days were compared, if yesterday was not or something is left; null: said already. */
export function comparedSentence({ compared_to, open_items }: Told, yesterday: string): string | null {
  if (compared_to === null)
    return open_items > 0 ? 'Nessun giorno è ancora stato confrontato per intero.' : null
  if (compared_to < yesterday)
    return `I giorni dopo ${withArticle('', compared_to)} sono ancora da confrontare.`
  return open_items > 0 ? `Confrontati tutti i giorni fino ${withArticle('a', compared_to)}.` : null
}

/** `al 22 novembre 2026`, `all’8 novembre 2026`; without preposition `il 22 novembre 2026`. */
function withArticle(preposition: 'a' | '', day: string): string {
  const words = formatLongDate(day).split(' ').slice(1).join(' ')
  const elided = /^(8|11) /.test(words)
  if (preposition === 'a') return elided ? `all’${words}` : `al ${words}`
  return elided ? `l’${words}` : `il ${words}`
}

const what: Record<Item['class'], string> = {
  charge: 'Il pagamento',
  refund: 'Il rimborso',
  dispute: 'Lo storno',
  transfer: 'Il passaggio al conto collegato',
  connected: 'Il movimento del conto collegato',
}

/** What each kind of difference means, and what helps. */
export function itemSentence({ kind, class: of }: Pick<Item, 'kind' | 'class'>): string {
  switch (kind) {
    case 'not_here':
      return `${what[of]} c’è nel libro del provider e qui no. Applica: lo chiedo di nuovo al provider.`
    case 'not_there':
      return `${what[of]} c’è qui e il provider non lo conosce. Applica: lo chiedo di nuovo al provider.`
    case 'amount_differs':
      return `${what[of]} ha un importo qui e un altro dal provider. Applica: lo chiedo di nuovo al provider.`
    case 'ledger_missing':
      return 'Manca una scrittura: contabilizzala e i libri tornano uguali.'
    case 'ledger_duplicate':
      return 'C’è una scrittura in più: lo storno la toglie senza cancellarla.'
    case 'fee_differs':
      return 'La commissione del provider non è quella contabilizzata.'
    case 'nobody':
      return 'Il provider ha un movimento che non è di nessun pagamento nostro.'
  }
}

export function postLabel({ kind }: Pick<Item, 'kind'>): string {
  if (kind === 'fee_differs') return 'Contabilizza la commissione'
  return kind === 'ledger_duplicate' ? 'Storna la scrittura' : 'Contabilizza'
}

/** Progress of a running comparison. */
export function runSentence({ state, progress }: Run): string {
  if (state === 'queued') return 'Il confronto parte fra poco'
  const { done, total } = progress
  return total ? `Confronto i libri: ${done} di ${total}` : 'Confronto i libri'
}
