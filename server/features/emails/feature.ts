import { feature } from '../../feature.ts'
import { emailRoutes } from './routes.ts'

/** All mails and what became of them, addresses that take none, and reports of those that came back. */
export const emails = feature({ routes: emailRoutes })
