import { Link, useSearch } from '@tanstack/react-router'
import { NavArrowLeft } from 'iconoir-react'
import { paths } from '../paths.ts'
import type { Query } from '../ui/grid/list.ts'
import { Icon } from '../ui/icons/Icon.tsx'
import links from '../ui/layout/Links.module.css'

/** The way back to the budget that lacked something here (`?preventivo=7`); nothing if one did not come from there. */
export function BackToBudget() {
  const budget_id = Number((useSearch({ strict: false }) as Query).preventivo) || null
  if (budget_id === null) return null
  return (
    <p style={{ margin: 0 }} data-print="away">
      <Link {...paths.budget(budget_id, 'anteprima')} className={links.link}>
        <Icon of={NavArrowLeft} /> Torna al preventivo
      </Link>
    </p>
  )
}
