import { ask, askHttp2, type Front, follow, form, type Person, personWith, wants } from './client.ts'
import type { FirstBill } from './first-bill.ts'
import { must, same, until } from './journal.ts'
import type { Stage } from './stage.ts'

const most = 20 * 1024 * 1024

/** What a proxy could spoil. `name` is the proxy's. */
export async function tryProxy(
  { journal, database }: Stage,
  name: string,
  front: Front,
  administrator: Person,
  { account_id, bill_id }: FirstBill,
): Promise<void> {
  const person = personWith(front, (administrator.headers.authorization as string).replace('Bearer ', ''))
  await journal.step(`${name}: HTTP/2, security headers, and nothing of the API is kept`, async () => {
    same(await askHttp2(front, '/healthz'), 200, 'over HTTP/2')
    const me = await person.ask('/v1/users/me')
    same(me.headers['cache-control'], 'no-store', 'cache-control')
    must(String(me.headers['strict-transport-security']).includes('max-age'), 'no strict-transport-security')
  })
  await journal.step(
    `${name}: a document of 20 MB goes through; a larger one gets Saldo’s own answer`,
    async () => {
      const upload = async (bytes: number) => {
        const file = Buffer.alloc(bytes)
        file.write('%PDF-1.7\n')
        return person.ask(`/v1/accounts/docs/${account_id}/other`, {
          method: 'PUT',
          ...(await form(file, 'verbale dell’assemblea è qui.pdf')),
        })
      }
      await wants(upload(most), 201)
      const refused = await upload(most + 1)
      same(refused.status, 413, 'a larger one')
      must(/20 MB/.test(refused.text), `the answer is not Saldo’s: ${refused.text.slice(0, 200)}`)
    },
  )
  await journal.step(`${name}: a live event arrives within seconds`, async () => {
    const live = follow(front, '/v1/live', person.headers)
    await until(
      'the stream',
      async () => live.state.status === 200 && live.state.heard.includes(': saldo'),
      5,
    )
    await database.sql`update bills set updated_at = now() where bill_id = ${bill_id}`
    await until('the event', async () => live.state.heard.includes('"noun":"bills"'), 5)
    live.stop()
  })
}

/** The address in the list of sessions is the client's: neither the proxy's nor what the client says of itself. */
export async function tryAddress({ journal, front }: Stage, administrator: Person): Promise<void> {
  const title = 'The list of sessions shows the client’s address, not the proxy’s, and not an invented one'
  if (!front.from) return journal.skip(title, 'it takes nginx, and Linux’s many loopback addresses')
  await journal.step(title, async () => {
    const sessions = await wants<{ is_this: boolean; address: string }[]>(
      administrator.ask('/v1/sessions'),
      200,
    )
    same(sessions.find(({ is_this }) => is_this)?.address, front.from, 'the address')
    const forged = await ask(front, '/v1/users/me', {
      headers: { ...administrator.headers, forwarded: 'for=203.0.113.99', 'x-real-ip': '203.0.113.99' },
    })
    same(forged.status, 200, 'a request with invented headers')
  })
}
