import { Checkbox } from '@mantine/core'
import { formatEuro } from '@saldo/domain/money'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { formatCountOf } from '../../ui/grid/list.ts'
import links from '../../ui/layout/Links.module.css'
import { BillGroup } from './BillGroup.tsx'
import styles from './Choice.module.css'

type Line = { bill_id: number; bill_number: string; amount: number }

/** Bills of a preview that go into the file; each can be taken out by hand, or all at once. */
export function TakenGroup<Bill extends Line>({
  name,
  words,
  act,
  open,
  lines,
  without,
  onChange,
  who,
  children,
}: {
  name: string
  words: { one: string; many: string }
  /** What a tick does: `Addebita`. */
  act: string
  open?: boolean
  lines: readonly Bill[]
  /** Bills taken out by hand. */
  without: ReadonlySet<number>
  onChange: (without: ReadonlySet<number>) => void
  who: (bill: Bill) => string
  /** What follows the bill's number, and lines below it. */
  children: (bill: Bill) => { after: ReactNode; below?: ReactNode }
}) {
  if (lines.length === 0) return null
  const chosen = lines.filter(({ bill_id }) => !without.has(bill_id))
  const take = (some: readonly Bill[], taken: boolean) => {
    const next = new Set(without)
    for (const { bill_id } of some) taken ? next.delete(bill_id) : next.add(bill_id)
    onChange(next)
  }
  return (
    <BillGroup
      title={
        <>
          {name}: {formatCountOf(chosen.length, words)}
          {chosen.length < lines.length && ` di ${lines.length}`}
        </>
      }
      name={name}
      cents={chosen.reduce((sum, { amount }) => sum + amount, 0)}
      strong
      open={open}
      lines={lines}
      before={
        <div className={styles.all}>
          <Checkbox
            label="Tutti"
            aria-label={`Tutti: ${name}`}
            checked={chosen.length === lines.length}
            indeterminate={chosen.length > 0 && chosen.length < lines.length}
            onChange={() => take(lines, chosen.length < lines.length)}
          />
        </div>
      }
    >
      {(line) => {
        const { after, below } = children(line)
        return (
          <li key={line.bill_id}>
            <Checkbox
              aria-label={`${act} ${who(line)}, ${line.bill_number}, ${formatEuro(line.amount)}`}
              checked={!without.has(line.bill_id)}
              onChange={(event) => take([line], event.currentTarget.checked)}
            />
            <div className={styles.who}>
              <strong>{who(line)}</strong>
              <span className={styles.dim}>
                <Link {...paths.bill(line.bill_id)} className={links.quiet}>
                  {line.bill_number}
                </Link>
                {after}
              </span>
              {below}
            </div>
            <Amount cents={line.amount} />
          </li>
        )
      }}
    </BillGroup>
  )
}
