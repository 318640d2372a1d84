import type { Services } from '../services.ts'
import { billToken } from './bill-link.ts'

/** The page where a payer reads and signs a mandate, opened by the link of one of their bills. */
export const mandateUrl = (services: Services, bill: { bill_id: number; link_version: number }): string =>
  `${services.env.PUBLIC_URL}/#/mandato/${billToken(services, bill.bill_id, bill.link_version)}`
