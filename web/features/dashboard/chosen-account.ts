import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { paths } from '../../paths.ts'
import { chosenAccount, storeChosenAccount } from '../../session/stored-session.ts'
import type { Query } from '../../ui/grid/list.ts'

/**
 * The condominium to which the dashboard is narrowed (null: all), and how to choose another. It is in the address; this
 * tab remembers it for the next visit of the page.
 */
export function useChosenAccount() {
  const navigate = useNavigate()
  const { account_id } = useSearch({ strict: false }) as Query
  const named = account_id && /^[1-9]\d{0,14}$/.test(account_id) ? account_id : null
  const before = chosenAccount()
  useEffect(() => {
    if (named) storeChosenAccount(named)
    else if (before) void navigate({ ...paths.dashboard(before), replace: true })
  }, [named, before, navigate])
  return {
    account_id: named ?? before,
    choose: (account_id: string | null) => {
      storeChosenAccount(account_id)
      void navigate({ ...paths.dashboard(account_id), replace: true })
    },
  }
}
