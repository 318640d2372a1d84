import { formatEuro } from '@saldo/domain/money'
import { formatCount } from '../../ui/grid/list.ts'
import styles from './ImportPreview.module.css'
import type { Import } from './import-kinds.ts'

type Figure = [name: string, count: number, more?: string]

/** Counts of the file; irrelevant zeros are left out. */
export function ImportFigures({ kind, counts }: Pick<Import, 'kind' | 'counts'>) {
  const bills: Figure[] = [
    ['Bollette nuove', counts.new_bills, formatEuro(counts.new_amount)],
    ['Già presenti', counts.same_bills, 'restano come sono'],
    ['Condomìni nuovi', counts.new_accounts],
    ['Persone nuove', counts.new_subjects],
    ['Crediti', counts.credits, `${formatEuro(counts.credits_amount)}, a parte`],
    ['Numeri nuovi', counts.renumbered, 'il loro era già usato'],
    ['Righe non importate', counts.skipped_totals + counts.skipped_notes, 'totali e note'],
    ['Lasciate fuori', counts.left_out],
  ]
  const rights: Figure[] = [
    ['Righe nuove', counts.new_rows],
    ['Cambiano', counts.changed_rows, 'qualcosa di quel che c’è'],
    ['Già presenti', counts.same_rows, 'restano come sono'],
    ['Condomìni nuovi', counts.new_accounts],
    ['Unità nuove', counts.new_units],
    ['Persone nuove', counts.new_subjects],
    ['Tabelle nuove', counts.new_tables],
    ['Saldi da pagare', counts.opening_debts, `${formatEuro(counts.opening_debts_amount)}, in bolletta`],
    ['Saldi a credito', counts.opening_credits, formatEuro(counts.opening_credits_amount)],
    ['Righe non importate', counts.skipped_totals + counts.skipped_notes, 'totali e note'],
    ['Lasciate fuori', counts.left_out],
  ]
  const figures = kind === 'bills' ? bills : rights
  const always = figures[0]?.[0]
  return (
    <dl className={styles.figures}>
      {figures
        .filter(([name, count]) => count > 0 || name === always)
        .map(([name, count, more]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {formatCount(count)}
              {more && <small>{more}</small>}
            </dd>
          </div>
        ))}
      {counts.errors > 0 && (
        <div>
          <dt>Da correggere</dt>
          <dd data-danger>{formatCount(counts.errors)}</dd>
        </div>
      )}
    </dl>
  )
}
