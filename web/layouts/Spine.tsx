import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { Building, DataTransferBoth, DoubleCheck, Group, HomeSimple, NavArrowDown, Page } from 'iconoir-react'
import { useId, useState } from 'react'
import { api, type Reply } from '../api.ts'
import { paths } from '../paths.ts'
import { customerOnScreen, customerQuery, customerStateQuery } from '../session/queries.ts'
import { written } from '../ui/grid/list.ts'
import { Icon, type IconShape } from '../ui/Icon.tsx'
import { Mark, Wordmark } from '../ui/Mark.tsx'
import styles from './Spine.module.css'

type User = Reply<'GET /v1/users/me'>

/** The drawer, like a register's spine: where one can go, how many records there are, whose data it is. */
export function Spine({ user }: { user: User }) {
  const customerId = customerOnScreen(user)
  const customer = useQuery({ ...customerQuery(customerId ?? 0), enabled: customerId !== null })
  const state = useQuery({
    ...customerStateQuery(customerId ?? 0),
    enabled: customerId !== null && !user.flag_super_user,
  })
  const full = user.flag_super_user || (state.data?.error === 'OK' && !user.flag_store)

  return (
    <nav className={styles.spine} aria-label="Principale" data-print="away">
      <div className={styles.brand}>
        <Mark ground="var(--saldo-spine-mark)" lines="var(--saldo-spine)" />
        <Wordmark height={20} />
        {import.meta.env.DEV && <span className={styles.environment}>sviluppo</span>}
      </div>
      <div className={styles.nav}>
        <ul>
          <Entry {...paths.dashboard()} icon={HomeSimple} label="Dashboard" />
        </ul>
        {full && <FullMenu />}
        {state.data && state.data.error !== 'OK' && <p className={styles.notice}>{state.data.message}</p>}
      </div>
      {customer.data && (
        <div className={styles.whose}>
          <strong>{customer.data.business_name}</strong>
          {customer.data.city}
        </div>
      )}
    </nav>
  )
}

function FullMenu() {
  const bills = useQuery({
    queryKey: ['bills', 'summary', {}],
    queryFn: ({ signal }) => api('GET /v1/bills/summary', { signal }),
  })
  const accounts = useQuery({
    queryKey: ['accounts', 'summary', {}],
    queryFn: ({ signal }) => api('GET /v1/accounts/summary', { signal }),
  })
  return (
    <>
      <NavGroup name="Incassi">
        <Entry {...paths.bollette()} icon={Page} label="Bollette" count={bills.data?.count} />
        <Entry {...paths.transazioni()} icon={DataTransferBoth} label="Transazioni" />
        <Entry {...paths.quadratura()} icon={DoubleCheck} label="Quadratura" />
      </NavGroup>
      <NavGroup name="Registro">
        <Entry {...paths.condomini()} icon={Building} label="Condomìni" count={accounts.data?.count} />
        <Entry {...paths.anagrafica()} icon={Group} label="Anagrafica" />
      </NavGroup>
    </>
  )
}

/** A group that folds; what was folded stays so. */
function NavGroup({ name, children }: { name: string; children: React.ReactNode }) {
  const id = useId()
  const key = `saldo.folded.${name}`
  const [folded, setFolded] = useState(() => localStorage.getItem(key) === '1')
  const fold = () => {
    setFolded(!folded)
    if (folded) localStorage.removeItem(key)
    else localStorage.setItem(key, '1')
  }
  return (
    <div className={styles.group}>
      <button
        type="button"
        className={styles.groupName}
        aria-expanded={!folded}
        aria-controls={id}
        onClick={fold}
      >
        {name}
        <Icon of={NavArrowDown} />
      </button>
      <ul id={id} hidden={folded}>
        {children}
      </ul>
    </div>
  )
}

function Entry({
  to,
  icon,
  label,
  count,
}: {
  to: string
  icon: IconShape
  label: string
  count?: number
  search?: object
}) {
  const { pathname } = useLocation()
  const here = pathname === to || pathname.startsWith(`${to}/`)
  return (
    <li>
      <Link to={to} className={styles.entry} aria-current={here ? 'page' : undefined}>
        <Icon of={icon} />
        {label}
        {count !== undefined && <span className={styles.count}>{written(count)}</span>}
      </Link>
    </li>
  )
}
