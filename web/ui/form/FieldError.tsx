import { WarningTriangle } from 'iconoir-react'
import { Icon } from '../icons/Icon.tsx'

/** A field's error, with icon; Mantine ties it to the input. */
export const FieldError = ({ children }: { children: string }) => (
  <span style={{ display: 'inline-flex', alignItems: 'center', gap: 6, fontWeight: 550 }}>
    <Icon of={WarningTriangle} style={{ flex: 'none' }} />
    {children}
  </span>
)
