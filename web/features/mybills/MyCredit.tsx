import { CreditOffer } from '../../public/pay/CreditOffer.tsx'
import type { Together } from './my-bills-query.ts'

/** Offers credit from overpayments for the bill due first. `used` gets the bill that it settled, if any. */
export function MyCredit({ together, used }: { together: Together; used: (bill_id: number | null) => void }) {
  const { bills, credit } = together
  const [oldest] = bills
  if (!oldest || credit <= 0) return null
  const { bill_id, payable, description, token } = oldest
  return (
    <CreditOffer
      bill={{ credit, payable }}
      token={token}
      used={(done) => used(done && credit >= payable ? bill_id : null)}
      what={bills.length > 1 ? `“${description}”` : undefined}
    />
  )
}
