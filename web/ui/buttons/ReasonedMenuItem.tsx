import { Menu } from '@mantine/core'
import { Icon, type IconShape } from '../icons/Icon.tsx'
import styles from './ReasonedMenuItem.module.css'

/** A menu item that says why it is off. It is not `disabled`, so that the keyboard can reach the reason. */
export function ReasonedMenuItem({
  icon,
  label,
  why,
  onClick,
}: {
  icon: IconShape
  label: string
  /** Why it cannot be done now; null if it can. */
  why: string | null
  onClick: () => void
}) {
  return (
    <Menu.Item
      leftSection={<Icon of={icon} />}
      className={why ? styles.off : undefined}
      // Mantine overwrites aria-disabled, and its disabled items cannot be focused.
      renderRoot={why === null ? undefined : (props) => <button {...props} aria-disabled />}
      closeMenuOnClick={why === null}
      onClick={why === null ? onClick : undefined}
    >
      {label}
      {why && <span className={styles.why}>{why}</span>}
    </Menu.Item>
  )
}
