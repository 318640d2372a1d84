import type { ButtonHTMLAttributes } from 'react'
import { Icon, type IconShape } from '../icons/Icon.tsx'
import styles from './PlainButton.module.css'

type Native = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'aria-label' | 'children'>

/** An icon button; `label` is its accessible name and its tooltip. */
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

/** A button that looks like a link. */
export function LinkButton({ children, ...native }: Native & { children: React.ReactNode }) {
  return (
    <button type="button" className={styles.link} {...native}>
      {children}
    </button>
  )
}
