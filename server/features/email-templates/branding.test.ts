import type { StoredFile } from '@saldo/contract/backoffice/files'
import type { OfficeBranding } from '@saldo/contract/settings/branding'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { inlineImages, withImagesInside } from '../../mail/inline-images.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { makeBill, makeCustomer, signIn, signInSubUser } from '../../testing/people.ts'
import { png } from '../../testing/png.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const url = '/v1/settings/branding'
type Headers = Record<string, string>
const call = async (method: 'GET' | 'PUT' | 'DELETE', path: string, headers: Headers, body?: object) => {
  const reply = await app.call({ method, url: path, headers, ...(body && { body }) })
  return { status: reply.status, body: reply.body as OfficeBranding }
}
const upload = async (headers: Headers, content: Buffer | null) => {
  const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="logo.png"\r\n\r\n'
  const body = content
    ? Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--b--\r\n')])
    : Buffer.from('--b--\r\n')
  const reply = await app.call({
    ...{ method: 'POST', url: `${url}/logo`, body },
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=b' },
  })
  return { status: reply.status, body: reply.body as OfficeBranding }
}

async function logoOf(customer_id: number): Promise<number> {
  const [row] = await app.services.asSystem(
    (tx) => tx`select logo_id from office_branding where customer_id = ${customer_id}`,
  )
  return row?.logo_id as number
}

async function mailFor(customer_id: number): Promise<{ html: string; text: string }> {
  const { bill_id } = await makeBill(app.services, customer_id)
  const dedupe_key = `branding-${bill_id}`
  await app.services.asCustomer({ customer_id, user_id: null }, (tx) =>
    queueEmail(app.services, tx, {
      ...{ template: 'bill-link', to: 'lea@example.it', customer_id, bill_id, dedupe_key, values: {} },
    }),
  )
  const [mail] = await app.services.asSystem(
    (tx) => tx`select html, text from emails where dedupe_key = ${dedupe_key}`,
  )
  return mail as { html: string; text: string }
}

describe('the logo and closing words of an office', () => {
  it('200: are in every mail written for it, and in no other’s', async () => {
    const office = await signIn(app.services, 'customer')
    const other = await makeCustomer(app.services)
    const words = 'Siamo aperti <b>sempre</b>.\nA presto & grazie'
    expect((await call('PUT', url, office.headers, { closing_words: words })).status).toBe(200)
    const saved = await upload(office.headers, png({ width: 400, height: 100 }))
    expect(saved.status).toBe(200)
    expect(saved.body).toMatchObject({ logo_width: 200, logo_height: 50, closing_words: words })
    const own = await mailFor(office.customer_id)
    expect(own.html).toContain('Siamo aperti &#60;b&#62;sempre&#60;/b&#62;.<br />A presto &#38; grazie')
    expect(own.html).toMatch(/<img src="cid:logo-[0-9a-f-]{36}" alt="[^"]+" width="200" height="50"/)
    expect(own.text).toContain('Siamo aperti <b>sempre</b>.\nA presto & grazie')
    const [image] = await inlineImages(app.services, own.html)
    expect(image?.content.equals(png({ width: 400, height: 100 }))).toBe(true)
    expect(await withImagesInside(app.services, own.html)).toContain('src="data:image/png;base64,')
    const theirs = await mailFor(other)
    expect(`${theirs.html}${theirs.text}`).not.toMatch(/Siamo aperti|cid:logo/)
  })
  it('200: a mail that was written keeps its logo when the office changes or removes it', async () => {
    const office = await signIn(app.services, 'customer')
    await upload(office.headers, png({ width: 10, height: 10 }))
    const before = await mailFor(office.customer_id)
    await upload(office.headers, png({ width: 20, height: 20 }))
    expect((await call('DELETE', `${url}/logo`, office.headers)).body.logo).toBeNull()
    expect(await inlineImages(app.services, before.html)).toHaveLength(1)
    expect((await mailFor(office.customer_id)).html).not.toContain('cid:logo')
  })
  it('is a file of the office: the one in use stays, one of before may be deleted', async () => {
    const office = await signIn(app.services, 'customer')
    await upload(office.headers, png({ width: 10, height: 10 }))
    const before = await mailFor(office.customer_id)
    const { headers } = await signIn(app.services, 'super_user')
    const files = async () => {
      const url = `/v1/files?kind=logo&state=present&customer_id=${office.customer_id}&sort=stored_at`
      return ((await app.call({ url, headers })).body as { items: StoredFile[] }).items
    }
    const remove = (file_id: number) =>
      app.call({
        ...{ method: 'POST', url: `/v1/files/${file_id}/delete`, headers },
        payload: { reason: 'Marchio di un altro' },
      })
    const [first] = (await files()) as [StoredFile]
    expect(first).toMatchObject({ name: 'logo.png', mime: 'image/png', stored_by_name: expect.any(String) })
    expect(first.bytes).toBe(png({ width: 10, height: 10 }).length)
    expect(await remove(first.file_id)).toMatchObject({
      ...{
        status: 409,
        body: { error: 'file_needed', error_description: expect.stringMatching(/lo usa nelle sue e-mail/) },
      },
    })

    await upload(office.headers, png({ width: 20, height: 20 }))
    expect(await files()).toHaveLength(2)
    expect((await remove(first.file_id)).status).toBe(200)
    await runJobs(app.services)
    expect(await files()).toMatchObject([
      { bytes: png({ width: 20, height: 20 }).length, scan: 'not_scanned' },
    ])
    // The mail of before shows the name of the office, which is the picture's alternative text.
    expect(await inlineImages(app.services, before.html)).toEqual([])
    expect(before.html).toMatch(/cid:logo-[0-9a-f-]{36}" alt="[^"]+"/)
    expect(await inlineImages(app.services, (await mailFor(office.customer_id)).html)).toHaveLength(1)
  })
  it('an office cannot use the logo of another', async () => {
    const [office, other] = [await signIn(app.services, 'customer'), await signIn(app.services, 'customer')]
    await upload(office.headers, png({ width: 10, height: 10 }))
    await upload(other.headers, png({ width: 20, height: 20 }))
    const steal = app.services.asCustomer(other as { customer_id: number; user_id: number }, async (tx) => {
      const seen = await tx`select from office_logos where customer_id <> ${other.customer_id}`
      expect(seen).toHaveLength(0)
      await tx`update office_branding set logo_id = ${await logoOf(office.customer_id)}`
    })
    await expect(steal).rejects.toThrow(/foreign key/)
  })
  it('are read and changed by nobody else', async () => {
    const office = await signIn(app.services, 'customer')
    await call('PUT', url, office.headers, { closing_words: 'Segreto' })
    const other = await signIn(app.services, 'customer')
    expect((await call('GET', url, other.headers)).body.closing_words).toBeNull()
    await call('PUT', url, other.headers, { closing_words: 'Altro' })
    expect((await call('GET', url, office.headers)).body.closing_words).toBe('Segreto')
    const clerk = await signInSubUser(app.services, office.customer_id, { permissions: ['office:read'] })
    expect((await call('PUT', url, clerk.headers, { closing_words: 'x' })).status).toBe(403)
    const back = await signIn(app.services, 'super_user')
    expect((await call('GET', url, back.headers)).status).toBe(422)
  })
  it('413, 415, 422: only a picture that mail programs show', async () => {
    const { headers } = await signIn(app.services, 'customer')
    expect((await upload(headers, Buffer.alloc(100_001, 1))).status).toBe(413)
    expect((await upload(headers, Buffer.from('<svg onload="x()"/>'))).status).toBe(415)
    expect((await upload(headers, null)).status).toBe(422)
    expect((await call('PUT', url, headers, { closing_words: 'a'.repeat(601) })).status).toBe(400)
  })
})
