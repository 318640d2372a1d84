import { listAccounts } from './accounts-list.ts'
import { accountsOfCustomer } from './accounts-of-customer.ts'
import { accountsOfUser } from './accounts-of-user.ts'
import { activateAccount } from './activate-account.ts'
import { blockedIbanRoutes } from './blocked-ibans.ts'
import { checkIban, checkIbanList } from './check-iban.ts'
import { confirmIban } from './confirm-iban.ts'
import { createAccount } from './create-account.ts'
import { deleteAccount } from './delete-account.ts'
import { existsByIban, existsByTaxId } from './exists-account.ts'
import { exportAccounts } from './export-accounts.ts'
import { getAccount } from './get-account.ts'
import { listIbanChanges, sendIbanCode, withdrawIban } from './iban-changes.ts'
import { revealIban } from './reveal-iban.ts'
import { summariseAccounts } from './summarise-accounts.ts'
import { updateAccount } from './update-account.ts'
import { updateFlags } from './update-flags.ts'
import { updateIban } from './update-iban.ts'

export const accountRoutes = [
  listAccounts,
  summariseAccounts,
  exportAccounts,
  accountsOfCustomer,
  getAccount,
  createAccount,
  updateAccount,
  existsByTaxId,
  existsByIban,
  accountsOfUser,
  updateFlags,
  activateAccount,
  deleteAccount,
  checkIban,
  checkIbanList,
  listIbanChanges,
  revealIban,
  updateIban,
  sendIbanCode,
  confirmIban,
  withdrawIban,
  ...blockedIbanRoutes,
]
