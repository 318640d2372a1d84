import type { LinkKind } from '@saldo/contract/endpoint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkToken, readLinkToken } from '../http/link-token.ts'
import { testSecret } from '../testing/app.ts'
import type { Records } from '../testing/records.ts'
import { accessFixtures } from './access-fixtures.ts'
import { cases, refusal } from './cases.ts'
import { missingId } from './foreign-names.ts'

let fixtures: Awaited<ReturnType<typeof accessFixtures>>
beforeAll(async () => {
  fixtures = await accessFixtures()
})
afterAll(() => fixtures.close())

describe.each(cases.filter(({ byLink }) => byLink))('$method $path with a link', (tried) => {
  const opens = tried.endpoint.link?.opens as LinkKind
  const wrong: Record<string, (own: Records) => Promise<string> | string> = {
    'of another kind': ({ links }) => links[opens === 'bill' ? 'payment' : 'bill'],
    'whose last letter was changed': ({ links }) =>
      links[opens].replace(/.$/, (letter) => (letter === 'A' ? 'B' : 'A')),
    // A wrong signature is tried only for signed tokens; one-time tokens are looked up by hash.
    ...(opens === 'source' || opens === 'autopay'
      ? {}
      : { 'signed with another secret': signedWrongly, 'to nothing': toNothing }),
    'that is random text of the right length': () => 'x'.repeat(32),
    ...(opens === 'bill' ? { 'that was revoked': revoke, 'to a draft': makeDraft } : {}),
  }
  function signedWrongly({ links }: Records) {
    return linkToken('a5'.repeat(32), readLinkToken(testSecret, links[opens]) as never)
  }
  function toNothing() {
    return linkToken(testSecret, { opens, bill_id: missingId, payment_id: missingId, version: 1 } as never)
  }
  it.each(Object.keys(wrong))('%s: 404', async (which) => {
    const who = await fixtures.caller('nobody in particular', { anew: true })
    const token = (await wrong[which]?.(who.own)) as string
    const links = { ...who.own.links, [opens]: token }
    expect(await fixtures.send(tried, { ...who, own: { ...who.own, links } })).toMatchObject(
      refusal(404, 'link_not_found'),
    )
  })
})

async function revoke({ ids, links }: Records): Promise<string> {
  await fixtures.app.services.asSystem(
    (tx) => tx`update bills set link_version = 2 where bill_id = ${ids.bill}`,
  )
  return links.bill
}
async function makeDraft({ ids, links }: Records): Promise<string> {
  await fixtures.app.services.asSystem(
    (tx) => tx`update bills set status = 'draft' where bill_id = ${ids.bill}`,
  )
  return links.bill
}

it('changes no record of the other customer', () => fixtures.expectForeignUnchanged())
