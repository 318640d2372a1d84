import { NavArrowDown } from 'iconoir-react'
import { type ReactNode, useId, useState } from 'react'
import { Icon } from '../../ui/icons/Icon.tsx'
import styles from './Sidebar.module.css'

/** A collapsible group of links; the choice is remembered. Among icons it is set apart by a line. */
export function SidebarGroup({
  name,
  collapsed,
  children,
}: {
  name: string
  collapsed: boolean
  children: ReactNode
}) {
  const id = useId()
  const key = `saldo.folded.${name}`
  const [folded, setFolded] = useState(() => localStorage.getItem(key) === '1')
  const fold = () => {
    setFolded(!folded)
    if (folded) localStorage.removeItem(key)
    else localStorage.setItem(key, '1')
  }
  if (collapsed)
    return (
      <ul className={styles.group} aria-label={name}>
        {children}
      </ul>
    )
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
