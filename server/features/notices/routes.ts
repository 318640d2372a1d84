import type { Route } from '../../http/serve.ts'
import { getCollectionSettings, saveCollectionSettings } from './collection-settings.ts'
import { getNotice } from './get-notice.ts'
import { exportNotices, listNotices, summariseNotices } from './notices-list.ts'
import { orderNotices, previewNotices } from './order-notices.ts'
import { recallNotices } from './recall-notices.ts'
import { saveDebtorBank } from './save-debtor-bank.ts'

export const noticeRoutes: Route[] = [
  listNotices,
  summariseNotices,
  exportNotices,
  getNotice,
  previewNotices,
  orderNotices,
  recallNotices,
  getCollectionSettings,
  saveCollectionSettings,
  saveDebtorBank,
]
