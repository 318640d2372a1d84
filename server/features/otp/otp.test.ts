import { describe, expect, it } from 'vitest'
import { withApp } from '../../testing/app.ts'
import { signIn } from '../../testing/people.ts'

type Asked = { frontend_code: string; email: string; expires_at: string }
type Refusal = { error: string; fields?: Record<string, string> }

async function setUp() {
  const test = await withApp()
  const { headers } = await signIn(test.services, 'customer')
  const request = (email: unknown = 'lucia@example.it', as = headers) =>
    test.call({ method: 'POST', url: '/v1/otp/request', headers: as, payload: { email } }) as Promise<{
      status: number
      body: Asked & Refusal
    }>
  const verify = (body: object, as = headers) =>
    test.call({ method: 'POST', url: '/v1/otp/verify', headers: as, payload: body }) as Promise<{
      status: number
      body: { otp_id: number; email: string; verified_at: string } & Refusal
    }>
  const mailed = async () => {
    const rows = await test.services.asSystem(
      (tx) => tx`select to_address, text from emails where template = 'one-time-code' order by email_id`,
    )
    const last = rows.at(-1)
    return { to: last?.to_address as string, otp: /codice: (\d{6})/.exec(last?.text)?.[1] as string }
  }
  return { ...test, headers, request, verify, mailed }
}
const wrongFor = (otp: string) => (otp === '000000' ? '111111' : '000000')

describe('200', () => {
  it('mails six digits; the digits with the answer verify the address, which is stored', async () => {
    const { request, verify, mailed, services } = await setUp()
    const asked = (await request()).body
    const { to, otp } = await mailed()
    expect([to, asked.email]).toEqual(['lucia@example.it', 'lucia@example.it'])
    expect((await verify({ ...asked, otp: wrongFor(otp) })).body.fields?.otp).toMatch(/Restano 4/)
    const right = await verify({ ...asked, otp: `${otp.slice(0, 3)} ${otp.slice(3)}` })
    expect(right.body).toMatchObject({ email: 'lucia@example.it', verified_at: expect.any(String) })
    expect((await verify({ ...asked, otp })).body).toEqual(right.body)
    const kept = await services.asSystem((tx) => tx`select * from one_time_codes`)
    expect(kept[0]?.verified_at).not.toBeNull()
    expect(JSON.stringify(kept)).not.toMatch(new RegExp(`${otp}|${asked.frontend_code}`))
  })
})

describe('400', () => {
  it('too many wrong tries, an old code, another user’s, an unknown one', async () => {
    const { request, verify, mailed, services } = await setUp()
    const asked = (await request()).body
    const { otp } = await mailed()
    const other = (await signIn(services, 'customer')).headers
    expect((await verify({ ...asked, otp }, other)).status).toBe(400)
    for (let n = 0; n < 5; n += 1) await verify({ ...asked, otp: wrongFor(otp) })
    expect((await verify({ ...asked, otp })).body.fields?.otp).toMatch(/chiedine un altro/)
    const again = (await request()).body
    const { otp: second } = await mailed()
    await services.asSystem((tx) => tx`update one_time_codes set expires_at = now() - interval '1 second'`)
    expect((await verify({ ...again, otp: second })).body.fields?.otp).toMatch(/scaduto/)
    expect((await verify({ frontend_code: 'x'.repeat(32), otp })).status).toBe(400)
  })
  it('no address, or no code', async () => {
    const { request, verify } = await setUp()
    expect((await request('lucia')).body.fields).toHaveProperty('email')
    expect((await verify({ frontend_code: 'x' })).body.fields).toHaveProperty('otp')
  })
})

describe('401, 429', () => {
  it('401: an anonymous caller; 429: too many codes to one address', async () => {
    const { request, services } = await setUp()
    expect((await request('lucia@example.it', {} as never)).status).toBe(401)
    const statuses = []
    for (let n = 0; n < 8; n += 1) statuses.push((await request()).status)
    expect(statuses.slice(0, 5)).toEqual([200, 200, 200, 200, 200])
    expect(statuses).toContain(429)
    const { headers } = await signIn(services, 'consumer')
    expect((await request('altro@example.it', headers)).status).toBe(200)
  })
})
