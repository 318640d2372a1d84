import type { Check } from './check.ts'
import { databaseChecks } from './database-checks.ts'
import { jobChecks } from './job-checks.ts'
import { mailChecks } from './mail-checks.ts'
import { paymentChecks } from './payment-checks.ts'
import { providerChecks } from './provider-checks.ts'
import { storageChecks } from './storage-checks.ts'

/** Every check that is asked; domain/operations/checks.ts has their words, and docs/operations.md explains them. */
export const allChecks: readonly Check[] = [
  ...jobChecks,
  ...mailChecks,
  ...paymentChecks,
  ...providerChecks,
  ...databaseChecks,
  ...storageChecks,
]
