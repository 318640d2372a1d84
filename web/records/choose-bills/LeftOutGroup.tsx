import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { formatCountOf } from '../../ui/grid/list.ts'
import links from '../../ui/layout/Links.module.css'
import { BillGroup } from './BillGroup.tsx'
import styles from './Choice.module.css'

export type LeftOut = {
  bill_id: number
  bill_number: string
  subject_id: number
  who: string
  amount: number
}

/** The bills that are left out for one reason (`why`, a sentence), and what helps to remove it. */
export const LeftOutGroup = <Line extends LeftOut>({
  why,
  lines,
  before,
  action,
}: {
  why: string
  lines: readonly Line[]
  before?: ReactNode
  /** What helps for one bill. */
  action?: ((line: Line) => ReactNode) | undefined
}) => (
  <BillGroup
    title={`${formatCountOf(lines.length, billWords)}: ${why}`}
    name={why}
    cents={lines.reduce((sum, { amount }) => sum + amount, 0)}
    lines={lines}
    before={before}
  >
    {(line) => (
      <li key={line.bill_id} data-plain>
        <div className={styles.who}>
          <Link {...paths.subject(line.subject_id)} className={links.name}>
            {line.who}
          </Link>
          <span className={styles.dim}>
            <Link {...paths.bill(line.bill_id)} className={links.quiet}>
              {line.bill_number}
            </Link>
          </span>
          {action?.(line)}
        </div>
        <Amount cents={line.amount} />
      </li>
    )}
  </BillGroup>
)

const billWords = { one: 'bolletta', many: 'bollette' }
