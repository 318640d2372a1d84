import type { Route } from '../../http/serve.ts'
import { downloadHandover, getHandover, listHandovers, makeHandover } from './make-handover.ts'
import { discardHandover, takeHandover } from './take/decide-handover.ts'
import { uploadHandover } from './take/upload-handover.ts'

export const handoverRoutes: Route[] = [
  makeHandover,
  listHandovers,
  getHandover,
  downloadHandover,
  uploadHandover,
  takeHandover,
  discardHandover,
]
