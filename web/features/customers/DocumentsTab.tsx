import { Documents } from '../documents/Documents.tsx'
import type { CustomerTabProps } from './customer-tabs.ts'

export default function DocumentsTab({ customer }: CustomerTabProps) {
  return <Documents of={{ owner: 'customer', id: customer.customer_id }} />
}
