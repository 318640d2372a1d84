import type { ButtonHTMLAttributes } from 'react'
import { Icon, type IconShape } from '../icons/Icon.tsx'
import styles from './PlainButton.module.css'

type Native = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'aria-label' | 'children'>

/** An icon to press; `label` is its accessible name and its tooltip. */
export function IconButton({
  icon,
  label,
  size = 16,
  ...native
}: { icon: IconShape; label: string; size?: 16 | 20 } & Native) {
  return (
    <button type="button" className={styles.plain} aria-label={label} title={label} {...native}>
      <Icon of={icon} size={size} />
    </button>
  )
}

/** A word to press that looks like a link but stays on the page. */
export function LinkButton({ children, ...native }: Native & { children: React.ReactNode }) {
  return (
    <button type="button" className={styles.link} {...native}>
      {children}
    </button>
  )
}
