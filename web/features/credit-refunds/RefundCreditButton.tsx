import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { IfPermitted } from '../../session/permissions/IfPermitted.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import type { Credit } from './credit-query.ts'

const RefundCreditDialog = lazyWithRetry(() => import('./RefundCreditDialog.tsx'))

/** Offers to give a credit back, while something of it is free. */
export function RefundCreditButton({ credit }: { credit: Pick<Credit, 'credit_id' | 'free'> }) {
  const [asking, setAsking] = useState(false)
  if (credit.free === 0) return null
  return (
    <IfPermitted permission="payments:write">
      <Button variant="default" size="xs" onClick={() => setAsking(true)}>
        Restituisci
      </Button>
      {asking && (
        <Suspense fallback={null}>
          <RefundCreditDialog credit_id={credit.credit_id} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </IfPermitted>
  )
}
