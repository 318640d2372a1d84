import type { Route } from '../../http/serve.ts'
import { downloadFlow } from './download-flow.ts'
import { exportFlows, getFlow, listFlows, summariseFlows } from './flows-list.ts'
import { uploadFlow } from './upload-flow.ts'

export const flowRoutes: Route[] = [uploadFlow, listFlows, summariseFlows, exportFlows, getFlow, downloadFlow]
