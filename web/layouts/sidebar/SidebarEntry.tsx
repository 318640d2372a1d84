import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { type SyntheticEvent, useEffect, useRef } from 'react'
import { api } from '../../api.ts'
import { Chip } from '../../ui/data/Chip.tsx'
import { formatCount, type Query } from '../../ui/grid/list.ts'
import { Icon, type IconShape } from '../../ui/icons/Icon.tsx'
import type { MenuEntry } from './menu.ts'
import styles from './Sidebar.module.css'

/** One link of the sidebar, with chip and count; when collapsed, its label is a tooltip. */
export function SidebarEntry({ entry }: { entry: MenuEntry & { icon: IconShape } }) {
  const { to, label, icon, chip, count } = entry
  const { pathname } = useLocation()
  const here = pathname === to || pathname.startsWith(`${to}/`)
  const link = useRef<HTMLAnchorElement>(null)
  // In a low window the sidebar scrolls: the entry of this page is always in sight.
  useEffect(() => {
    if (here) link.current?.scrollIntoView({ block: 'nearest' })
  }, [here])
  return (
    <li
      onPointerEnter={placeTip}
      onFocus={placeTip}
      onKeyDown={(event) => event.key === 'Escape' && hideTip(event)}
    >
      <Link ref={link} to={to} className={styles.entry} aria-current={here ? 'page' : undefined}>
        <Icon of={icon} />
        <span className={styles.label}>{label}</span>
        {chip && <Chip word={chip} />}
        {count && <Count of={count} />}
      </Link>
    </li>
  )
}

/** The tooltip is placed beside its icon, over the page, however far the sidebar is scrolled. */
function placeTip({ currentTarget }: SyntheticEvent<HTMLElement>) {
  currentTarget.style.setProperty('--tip-top', `${currentTarget.getBoundingClientRect().top}px`)
  delete currentTarget.dataset.quiet
}
function hideTip({ currentTarget }: SyntheticEvent<HTMLElement>) {
  currentTarget.dataset.quiet = ''
}

/** What a noun's count counts, if not all of its records: the movements that somebody has to match. */
const counted: Record<NonNullable<MenuEntry['count']>, Query> = {
  bills: {},
  accounts: {},
  transfers: { state: 'to_match,partly' },
  'document-checks': {},
}

function Count({ of: noun }: { of: NonNullable<MenuEntry['count']> }) {
  const query = counted[noun]
  const { data } = useQuery({
    queryKey: [noun, 'summary', query],
    queryFn: ({ signal }) => api(`GET /v1/${noun}/summary`, { query, signal }),
  })
  return data && data.count > 0 && <span className={styles.count}>{formatCount(data.count)}</span>
}
