import type { Route } from '../../http/serve.ts'
import { askForMandate } from './ask-for-mandate.ts'
import { amendMandate, resumeMandate, revokeMandate, suspendMandate } from './change-mandate.ts'
import { createMandate } from './create-mandate.ts'
import { getDebitSetup, updateDebitSetup } from './debit-setup.ts'
import { getMandate } from './mandate-detail.ts'
import { downloadMandateScan, uploadMandateScan } from './mandate-scan.ts'
import { exportMandates, listMandates, summariseMandates } from './mandates-list.ts'
import { getMyMandate, mailMandateCode, signMandate } from './my-mandate.ts'

export const mandateRoutes: Route[] = [
  listMandates,
  summariseMandates,
  exportMandates,
  getMandate,
  createMandate,
  askForMandate,
  uploadMandateScan,
  downloadMandateScan,
  amendMandate,
  suspendMandate,
  resumeMandate,
  revokeMandate,
  getDebitSetup,
  updateDebitSetup,
  getMyMandate,
  mailMandateCode,
  signMandate,
]
