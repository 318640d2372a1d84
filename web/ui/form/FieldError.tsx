import { WarningTriangle } from 'iconoir-react'
import { Icon } from '../icons/Icon.tsx'

/** Icon and sentence of a field's error; Mantine ties it to the input. */
export const FieldError = ({ children }: { children: string }) => (
  <span style={{ display: 'inline-flex', alignItems: 'center', gap: 6, fontWeight: 550 }}>
    <Icon of={WarningTriangle} style={{ flex: 'none' }} />
    {children}
  </span>
)
