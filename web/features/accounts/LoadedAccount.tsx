import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { type Account, accountQuery } from '../../records/account-query.ts'
import { LoadedRecord } from '../../ui/feedback/LoadedRecord.tsx'
import links from '../../ui/layout/Links.module.css'

/** Loads a condominium for a page of its own. `tabTitle`: the page's title, if it is not the name. */
export function LoadedAccount({
  id,
  tabTitle,
  children,
}: {
  id: number
  tabTitle?: string
  children: (account: Account) => ReactNode
}) {
  const query = useQuery(accountQuery(id))
  const name = query.data?.name
  return (
    <LoadedRecord
      query={query}
      the="il condominio"
      missing="Questo condominio non c’è"
      list={
        <Link {...paths.accounts()} className={links.link}>
          Condomìni
        </Link>
      }
      name={name ?? `n. ${id}`}
      tabTitle={tabTitle ?? name ?? 'Condominio'}
    >
      {children}
    </LoadedRecord>
  )
}
