import { useQuery } from '@tanstack/react-query'
import { SidebarCollapse, SidebarExpand } from 'iconoir-react'
import type { Reply } from '../../api.ts'
import { useVariant } from '../../session/permissions/useVariant.ts'
import { customerQuery, shownCustomer, versionsQuery } from '../../session/queries.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { LogoMark, Wordmark } from '../../ui/icons/LogoMark.tsx'
import { usePreferences } from '../../ui/theme/preferences.ts'
import { toggleSidebar } from '../KeyboardShortcuts.tsx'
import { menuOf } from './menu.ts'
import styles from './Sidebar.module.css'
import { SidebarEntry } from './SidebarEntry.tsx'
import { SidebarGroup } from './SidebarGroup.tsx'

type User = Reply<'GET /v1/users/me'>

/**
 * The sidebar: menu links, their counts, and whose data are on screen. It collapses to icons, except as a drawer over
 * the page (`sheet`).
 */
export function Sidebar({ user, sheet = false }: { user: User; sheet?: boolean }) {
  const customerId = shownCustomer(user)
  const customer = useQuery({ ...customerQuery(customerId ?? 0), enabled: customerId !== null })
  const { variant, withheld } = useVariant(user)
  const collapsed = usePreferences().menu === 'icons' && !sheet

  return (
    <nav
      className={styles.sidebar}
      aria-label="Principale"
      data-collapsed={collapsed || undefined}
      data-print="away"
    >
      <div className={styles.brand}>
        <LogoMark ground="var(--saldo-sidebar-mark)" lines="var(--saldo-sidebar)" />
        {!collapsed && <Wordmark height={20} />}
        {!collapsed && <Environment />}
      </div>
      <div className={styles.nav}>
        {menuOf(variant, user).map(({ name, entries }) => {
          const links = entries.map((entry) => <SidebarEntry key={entry.to} entry={entry} />)
          return name ? (
            <SidebarGroup key={name} name={name} collapsed={collapsed}>
              {links}
            </SidebarGroup>
          ) : (
            <ul key="first">{links}</ul>
          )
        })}
        {withheld && !collapsed && <p className={styles.notice}>{withheld}</p>}
      </div>
      {customer.data && !collapsed && (
        <div className={styles.whose}>
          <strong>{customer.data.business_name}</strong>
          {customer.data.city}
        </div>
      )}
      {!sheet && (
        <button
          type="button"
          className={styles.collapse}
          aria-expanded={!collapsed}
          aria-keyshortcuts="["
          title={collapsed ? 'Allarga il menu, tasto [' : 'Riduci il menu a icone, tasto ['}
          onClick={toggleSidebar}
        >
          <Icon of={collapsed ? SidebarExpand : SidebarCollapse} />
          <span className={styles.label}>{collapsed ? 'Allarga il menu' : 'Riduci il menu'}</span>
        </button>
      )}
    </nav>
  )
}

/** The title's suffix in the environments where no real money moves: sandbox, develop. */
function Environment() {
  const { data: versions } = useQuery(versionsQuery)
  const name = versions?.environment
  return name && name !== 'production' && <span className={styles.environment}>{name}</span>
}
