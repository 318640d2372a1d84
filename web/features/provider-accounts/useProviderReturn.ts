import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { paths } from '../../paths.ts'
import { usePermission } from '../../session/permissions/permission.ts'
import { toast } from '../../ui/feedback/toast.ts'
import type { Query } from '../../ui/grid/list.ts'
import { continueOnboarding } from './provider-account-acts.ts'
import type { WhichProvider } from './provider-account-query.ts'

/**
 * Handles the return from the provider's page: `torna`: finished or left; `continua`: the link had expired, so a new
 * one is opened. True while redirecting. Cleans the address, so that a reload does not repeat it.
 */
export function useProviderReturn(customer_id: number, which: WhichProvider): boolean {
  const { torna, continua } = useSearch({ strict: false }) as Query
  const navigate = useNavigate()
  const may = usePermission('payments:write')
  const done = useRef(false)
  useEffect(() => {
    if (done.current || !(torna || continua)) return
    done.current = true
    void navigate({ ...paths.providerAccount(which === 'stripe' ? {} : { conto: which }), replace: true })
    if (continua && may) void continueOnboarding(customer_id, which)
    else if (torna) toast('Bentornato: ecco cosa dice ora il provider.')
  }, [torna, continua, may, customer_id, which, navigate])
  return may && continua !== undefined
}
