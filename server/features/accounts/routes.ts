import { accountsOfCustomer } from './accounts-of-customer.ts'
import { createAccount } from './create-account.ts'
import { exportAccounts } from './export-accounts.ts'
import { getAccount } from './get-account.ts'
import { listAccounts } from './list-accounts.ts'
import { summariseAccounts } from './summarise-accounts.ts'
import { updateAccount } from './update-account.ts'

export const accountRoutes = [
  listAccounts,
  summariseAccounts,
  exportAccounts,
  accountsOfCustomer,
  getAccount,
  createAccount,
  updateAccount,
]
