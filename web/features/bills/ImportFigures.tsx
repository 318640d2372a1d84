import { formatEuro } from '@saldo/domain/money'
import { written } from '../../ui/grid/list.ts'
import styles from './ImportPreview.module.css'
import type { Import } from './import-query.ts'

/** What the file comes to; what is zero and says nothing is left out. */
export function ImportFigures({ counts }: { counts: Import['counts'] }) {
  const figures: [name: string, count: number, more?: string][] = [
    ['Bollette nuove', counts.new_bills, formatEuro(counts.new_amount)],
    ['Già presenti', counts.same_bills, 'restano come sono'],
    ['Condomìni nuovi', counts.new_accounts],
    ['Persone nuove', counts.new_subjects],
    ['Crediti', counts.credits, `${formatEuro(counts.credits_amount)}, a parte`],
    ['Totali saltati', counts.skipped_totals],
    ['Lasciate fuori', counts.left_out],
  ]
  return (
    <dl className={styles.figures}>
      {figures
        .filter(([name, count]) => count > 0 || name === 'Bollette nuove')
        .map(([name, count, more]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {written(count)}
              {more && <small>{more}</small>}
            </dd>
          </div>
        ))}
      {counts.errors > 0 && (
        <div>
          <dt>Da correggere</dt>
          <dd data-late>{written(counts.errors)}</dd>
        </div>
      )}
    </dl>
  )
}
