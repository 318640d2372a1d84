import type { Route } from '../../http/serve.ts'
import { endAllOtherSessions, endOneSession } from './end-sessions.ts'
import { listSessions } from './list-sessions.ts'

export const sessionRoutes: Route[] = [listSessions, endOneSession, endAllOtherSessions]
