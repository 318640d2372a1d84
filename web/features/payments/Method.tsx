import { Icon } from '../../ui/icons/Icon.tsx'
import type { Payment } from './payment-query.ts'
import { methodIcons, shownMethod } from './payment-words.ts'

/** The payment method: icon, brand and last digits. */
export const Method = ({ payment }: { payment: Pick<Payment, 'method' | 'brand' | 'last4'> }) => (
  <span style={{ display: 'inline-flex', alignItems: 'center', gap: 6 }}>
    <Icon of={methodIcons[payment.method]} style={{ flex: 'none' }} />
    {shownMethod(payment)}
  </span>
)
