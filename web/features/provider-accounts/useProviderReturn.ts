import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { paths } from '../../paths.ts'
import { usePermission } from '../../session/permission.ts'
import { toast } from '../../ui/feedback/toast.ts'
import type { Query } from '../../ui/grid/list.ts'
import { continueOnboarding } from './provider-account-acts.ts'
import type { WhichProvider } from './provider-account-query.ts'

/**
 * Back from the provider's page: `torna`, one has finished or left; `continua`, its link had expired and another leads back
 * there. True while one is being sent on. The address is cleaned, so that reloading does not do it again.
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
