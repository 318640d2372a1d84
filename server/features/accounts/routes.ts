import { activateAccount } from './activate-account.ts'
import { createAccount } from './create-account.ts'
import { deleteAccount } from './delete-account.ts'
import { existsByIban, existsByTaxId } from './exists-account.ts'
import { getAccount } from './get-account.ts'
import { blockedIbanRoutes } from './iban/blocked-ibans.ts'
import { checkIban, checkIbanList } from './iban/check-iban.ts'
import { confirmIban } from './iban/confirm-iban.ts'
import { listIbanChanges, sendIbanCode, withdrawIban } from './iban/iban-changes.ts'
import { revealIban } from './iban/reveal-iban.ts'
import { updateIban } from './iban/update-iban.ts'
import { listAccounts } from './list/accounts-list.ts'
import { accountsOfCustomer } from './list/accounts-of-customer.ts'
import { accountsOfUser } from './list/accounts-of-user.ts'
import { exportAccounts } from './list/export-accounts.ts'
import { summariseAccounts } from './list/summarise-accounts.ts'
import { getPostalSlips, savePostalSlips } from './postal-slips.ts'
import { updateAccount } from './update-account.ts'
import { updateFlags } from './update-flags.ts'

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
  getPostalSlips,
  savePostalSlips,
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
