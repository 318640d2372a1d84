import { formatEuro } from '@saldo/domain/money'
import type { Reply } from '../../../api.ts'
import type { CountWords, Section } from '../../../sections/section.ts'
import { formatCountOf } from '../../../ui/grid/list.ts'

type Moves = Reply<'POST /v1/subjects/merge/preview'>['moves']

/**
 * Lists what a merge moves: a line for each table that the server counts, in the order of the sections. The rows of tables
 * that no section names are summed in one line, so that nothing moves unannounced.
 */
export function movedLines(moves: Moves, sections: readonly Pick<Section, 'movedRows'>[]): string[] {
  const names = Object.entries<CountWords>(Object.assign({}, ...sections.map(({ movedRows }) => movedRows)))
  const counts = countsOf(moves)
  const named = names.map(([table, words]) => [counts[table] ?? 0, words] as const)
  const rest = Object.entries(counts).filter(([table]) => !names.some(([name]) => name === table))
  const nameless = rest.reduce((sum, [, count]) => sum + count, 0)
  const lines = [
    ...named.flatMap(([count, words]) => (count > 0 ? [formatCountOf(count, words)] : [])),
    ...(nameless > 0 ? [`Altro: ${formatCountOf(nameless, { one: 'voce', many: 'voci' })}`] : []),
    ...(moves.credit > 0 ? [`${formatEuro(moves.credit)} di credito`] : []),
    ...(moves.access ? ['l’accesso personale a Saldo'] : []),
  ]
  return lines.length > 0 ? lines : ['Niente: questa scheda è vuota.']
}

/** Credits are shown as an amount, and of saved cards and accounts only those in use. */
function countsOf({ tables: { subject_credits: _, ...tables }, sources }: Moves): Record<string, number> {
  return { ...tables, payment_sources: sources }
}
