import type { Route } from '../../http/serve.ts'
import { cancelDebit } from './cancel-debit.ts'
import { exportDebits, listDebits, summariseDebits } from './debits-list.ts'
import { planDebit } from './plan-debit.ts'

export const debitRoutes: Route[] = [listDebits, summariseDebits, exportDebits, planDebit, cancelDebit]
