import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../paths.ts'
import { Amount } from '../ui/data/Amount.tsx'
import type { Query } from '../ui/grid/list.ts'
import links from '../ui/layout/Links.module.css'

type Apart = { pending: number | null; disputed: number | null }

/**
 * The rows of what is shown apart from what is owed, if any: payments under way, which the residue includes, and the
 * money that disputes hold. With `of`, links to those bills.
 */
export function apartRows({ pending, disputed }: Apart, of?: Query): [name: string, value: ReactNode][] {
  const row = (cents: number | null, state: string) => {
    if (!cents) return null
    if (!of) return <Amount key={state} cents={cents} />
    return (
      <Link key={state} {...paths.bills({ ...of, state })} className={links.link}>
        <Amount cents={cents} />
      </Link>
    )
  }
  return [
    ['In corso', row(pending, 'pending')],
    ['Contestato', row(disputed, 'disputed')],
  ]
}
