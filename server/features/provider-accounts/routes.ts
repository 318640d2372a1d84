import { createProviderAccount } from './create-provider-account.ts'
import { deleteProviderAccount } from './delete-provider-account.ts'
import { providerProfile } from './provider-profile.ts'
import { retrieveProviderAccount } from './retrieve-provider-account.ts'
import { updateProviderAccount } from './update-provider-account.ts'

export const providerAccountRoutes = [
  retrieveProviderAccount,
  createProviderAccount,
  updateProviderAccount,
  deleteProviderAccount,
  providerProfile,
]
