import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { hasUnsavedChanges } from '../overlays/unsaved-changes.ts'
import { paths } from '../paths.ts'
import { selectCustomer } from './chosen-customer.ts'

/**
 * Changes whose data is on screen; null: everyone's. One leaves the page first, since its record is not the other's, and
 * is asked when something there is unsaved: `asked` is then the customer waiting for `go`, or for `stay`.
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
    /** The customer that is being loaded. */
    busy,
    asked,
    go,
    stay: () => ask(null),
    change: (id: number | null) => (hasUnsavedChanges() ? ask({ id }) : void go(id)),
  }
}
