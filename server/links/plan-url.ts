import type { Services } from '../services.ts'
import { billToken } from './bill-link.ts'

/** The page where the debtor reads and accepts a plan, opened by the link of its first bill. */
export const planUrl = (services: Services, bill: { bill_id: number; link_version: number }): string =>
  `${services.env.PUBLIC_URL}/#/piano/${billToken(services, bill.bill_id, bill.link_version)}`
