import { feature } from '../../feature.ts'
import { outboxRoutes } from './routes.ts'

/** Reading the mails that are not sent, while one tries Saldo. */
export const outbox = feature({ routes: outboxRoutes })
