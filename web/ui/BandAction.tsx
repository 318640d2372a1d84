import { Icon, type IconShape } from './Icon.tsx'
import styles from './PlainButton.module.css'

/** An action on the selection bar: icon and word. */
export function BandAction({
  icon,
  label,
  onClick,
}: {
  icon: IconShape
  label: string
  onClick: () => void
}) {
  return (
    <button type="button" className={styles.plain} onClick={onClick}>
      <Icon of={icon} />
      {label}
    </button>
  )
}
