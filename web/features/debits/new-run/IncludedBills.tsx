import { Button, Checkbox } from '@mantine/core'
import { formatEuro } from '@saldo/domain/money'
import { type SequenceType, sequenceTypes } from '@saldo/domain/sepa/sequence-type'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../../../paths.ts'
import { Amount } from '../../../ui/data/Amount.tsx'
import { formatCountOf } from '../../../ui/grid/list.ts'
import links from '../../../ui/layout/Links.module.css'
import { debitWords, sequenceLabels } from '../debit-words.ts'
import styles from './NewRun.module.css'
import type { Included, Preview } from './preview-query.ts'

/** The bills that are debited, by their place in the series; each can be taken out. */
export function IncludedBills({
  preview,
  without,
  onChange,
}: {
  preview: Preview
  /** Bills taken out by hand. */
  without: ReadonlySet<number>
  onChange: (without: ReadonlySet<number>) => void
}) {
  const take = (lines: readonly Included[], taken: boolean) => {
    const next = new Set(without)
    for (const { bill_id } of lines) taken ? next.delete(bill_id) : next.add(bill_id)
    onChange(next)
  }
  return (
    <div>
      {sequenceTypes.map((sequence) => (
        <Group
          key={sequence}
          sequence={sequence}
          lines={preview.included.filter((line) => line.sequence === sequence)}
          without={without}
          take={take}
        />
      ))}
    </div>
  )
}

/** So many rows are drawn at first, and for each further click. */
const atOnce = 100

function Group({
  sequence,
  lines,
  without,
  take,
}: {
  sequence: SequenceType
  lines: readonly Included[]
  without: ReadonlySet<number>
  take: (lines: readonly Included[], taken: boolean) => void
}) {
  const [shown, setShown] = useState(atOnce)
  if (lines.length === 0) return null
  const chosen = lines.filter(({ bill_id }) => !without.has(bill_id))
  const name = `${sequenceLabels[sequence]} (${sequence})`
  return (
    <details className={styles.group}>
      <summary>
        <span>
          {name}: {formatCountOf(chosen.length, debitWords)}
          {chosen.length < lines.length && ` di ${lines.length}`}
        </span>
        <Amount cents={chosen.reduce((sum, { amount }) => sum + amount, 0)} size="strong" />
      </summary>
      <div className={styles.all}>
        <Checkbox
          label="Tutti"
          aria-label={`Tutti: ${name}`}
          checked={chosen.length === lines.length}
          indeterminate={chosen.length > 0 && chosen.length < lines.length}
          onChange={() => take(lines, chosen.length < lines.length)}
        />
      </div>
      <ul className={styles.lines} aria-label={name}>
        {lines.slice(0, shown).map((line) => (
          <li key={line.bill_id}>
            <Checkbox
              aria-label={`Addebita ${line.subject_nominative}, ${line.bill_number}, ${formatEuro(line.amount)}`}
              checked={!without.has(line.bill_id)}
              onChange={(event) => take([line], event.currentTarget.checked)}
            />
            <div className={styles.who}>
              <strong>{line.subject_nominative}</strong>
              <span className={styles.dim}>
                <Link {...paths.bill(line.bill_id)} className={links.quiet}>
                  {line.bill_number}
                </Link>
                {line.instalments > 1 && `, ${line.instalments} rate`} · {line.iban} · {line.umr}
              </span>
              <span className={styles.dim}>
                {line.email_hint ? `preavviso a ${line.email_hint}` : 'senza e-mail: lo avvisi tu'}
              </span>
            </div>
            <Amount cents={line.amount} />
          </li>
        ))}
      </ul>
      {lines.length > shown && (
        <Button variant="default" onClick={() => setShown(shown + atOnce)}>
          Mostra altri {Math.min(atOnce, lines.length - shown)} di {lines.length - shown}
        </Button>
      )}
    </details>
  )
}
