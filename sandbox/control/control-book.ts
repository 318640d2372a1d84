import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { KeyPair } from '../auth.ts'
import { invalid, noSuch } from '../errors.ts'
import type { Act, Sandbox } from '../sandbox.ts'
import { dumpBook } from './book-dump.ts'
import { bodyOf } from './control-body.ts'
import { writeHistory } from './history.ts'

const longestHistory = 64 * 1024 * 1024

/** Control calls that import a history and dump a book. */
export function registerBookControl(
  app: FastifyInstance,
  box: Sandbox,
  keys: readonly KeyPair[],
  actFor: (account: string) => Act,
): void {
  const accountOf = (account_key: unknown) => {
    const pair = keys.find(({ secret_key }) => secret_key === account_key)
    if (!pair) throw invalid('account_key must be the secret key of an account.', 'account_key')
    return pair.account
  }

  app.post('/_sandbox/history', { bodyLimit: longestHistory }, async (request) => {
    const body = bodyOf(request.body)
    const written = writeHistory(actFor(accountOf(body.account_key)), body)
    await box.store.settled()
    return written
  })

  app.get<{ Querystring: { account_key?: string; account?: string } }>(
    '/_sandbox/book',
    async ({ query }, reply) => {
      const account = query.account ?? accountOf(query.account_key)
      if (!box.store.accounts().includes(account)) throw noSuch('account', account, 'account')
      await box.store.settled()
      return reply
        .header('content-type', 'application/x-ndjson')
        .send(Readable.from(dumpBook(box.store.book(account))))
    },
  )
}
