import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { useNarrow } from '../grid/useNarrow.ts'
import { Icon, type IconShape } from '../icons/Icon.tsx'

/** A button with icon and label. On phones it shows the icon only, and is named by `name` (the label, unless given). */
export function ResponsiveButton({
  icon,
  label,
  name = label,
  ...button
}: ButtonProps & {
  icon: IconShape
  label: string
  name?: string
  'aria-keyshortcuts'?: string
  onClick?: () => void
  renderRoot?: (props: Record<string, unknown>) => ReactNode
}) {
  const { cards } = useNarrow()
  return (
    <Button
      {...button}
      leftSection={cards ? undefined : <Icon of={icon} />}
      px={cards ? 13 : undefined}
      aria-label={cards ? name : undefined}
    >
      {cards ? <Icon of={icon} /> : label}
    </Button>
  )
}
