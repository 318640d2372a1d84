import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { hasUnsavedChanges } from '../../overlays/unsaved-changes.ts'
import { paths } from '../../paths.ts'
import { selectCustomer } from './chosen-customer.ts'

/**
 * Changes the customer whose data are on screen; null: all customers. It leaves the page first, because its record
 * belongs to the previous customer, and asks if there is unsaved input: `asked` is then the customer that waits for
 * `go` or `stay`.
 */
export function useChangeCustomer(done: () => void = () => undefined) {
  const navigate = useNavigate()
  const [asked, ask] = useState<{ id: number | null } | null>(null)
  const [busy, setBusy] = useState<number | null>(null)

  async function go(id: number | null) {
    ask(null)
    setBusy(id)
    await navigate({ ...paths.dashboard(), ignoreBlocker: true })
    await selectCustomer(id)
    setBusy(null)
    done()
  }

  return {
    /** The customer being loaded. */
    busy,
    asked,
    go,
    stay: () => ask(null),
    change: (id: number | null) => (hasUnsavedChanges() ? ask({ id }) : void go(id)),
  }
}
