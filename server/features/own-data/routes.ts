import type { Route } from '../../http/serve.ts'
import { downloadDataExport } from './download-data-export.ts'
import { listDataExports, makeDataExport } from './make-data-export.ts'

export const ownDataRoutes: Route[] = [makeDataExport, listDataExports, downloadDataExport]
