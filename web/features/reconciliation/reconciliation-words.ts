import type { Item, Run } from './reconciliation-query.ts'

export const itemWords = { one: 'voce da spiegare', many: 'voci da spiegare' }
export const dayWords = { one: 'giorno', many: 'giorni' }
export const movementWords = { one: 'movimento', many: 'movimenti' }

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
