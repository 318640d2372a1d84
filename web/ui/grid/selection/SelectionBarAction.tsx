import styles from '../../buttons/PlainButton.module.css'
import { Icon, type IconShape } from '../../icons/Icon.tsx'

/** An action in the selection bar: icon and label. */
export function SelectionBarAction({
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
