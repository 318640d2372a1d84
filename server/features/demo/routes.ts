import * as contract from '@saldo/contract/demo'
import { serveOpenly } from '../../http/serve.ts'
import { demoCodeOf } from '../second-steps/demo-authenticator.ts'
import { demoSuperUsers } from './generate/studios.ts'

const demoCode = serveOpenly(contract.demoCode, async ({ services, reply }) => {
  reply.header('cache-control', 'no-store')
  return { demo: await services.asSystem((tx) => demoCodeOf(services.env, tx, demoSuperUsers)) }
})

export const demoRoutes = [demoCode]
