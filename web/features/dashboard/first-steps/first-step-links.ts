import type { Permission } from '@saldo/contract/sections'
import { paths } from '../../../paths.ts'
import type { FirstStep, Gap } from './first-steps-query.ts'

/** Where what is missing is done. */
export function gapLink({ what, account }: Gap) {
  switch (what) {
    case 'office_data':
      return paths.settings()
    case 'documents':
    case 'invalid_documents':
      return paths.documents()
    case 'accounts':
      return paths.newAccount()
    case 'awaiting_accounts':
      return paths.accounts({ state: 'awaiting' })
    case 'units':
    case 'holders':
      return account ? paths.accountPage(account.account_id, 'unita') : paths.accounts()
    case 'weights':
      return account ? paths.accountPage(account.account_id, 'tabelle') : paths.accounts()
    case 'people':
      return paths.newSubject()
    case 'budget':
      return paths.newBudget()
    case 'draft_budgets':
      return paths.budgets({ state: 'draft' })
    case 'bills':
      return paths.newBill()
    case 'draft_bills':
      return paths.bills({ state: 'draft' })
    case 'provider_account':
    case 'provider_data':
    case 'provider_check':
    case 'provider_disabled':
      return paths.providerAccount()
  }
}

/** The permission that each step needs; the server leaves out the steps of others. */
export const stepPermissions: Record<FirstStep['kind'], Permission> = {
  office: 'office:write',
  documents: 'documents:write',
  accounts: 'accounts:write',
  units: 'accounts:write',
  people: 'subjects:write',
  budget: 'bills:write',
  bills: 'bills:write',
  provider_account: 'office:write',
}
