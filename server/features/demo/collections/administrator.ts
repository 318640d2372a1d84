import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { hashToken } from '../../../http/actor.ts'

export type Administrator = Awaited<ReturnType<typeof asAdministrator>>

/** Calls the server as a user of an office, signed in until `leave`. */
export async function asAdministrator(app: FastifyInstance, user_name: string) {
  const { services } = app
  const token = randomBytes(32).toString('base64url')
  const { session_id, customer_id } = await services.asSystem(async (tx) => {
    const [user] = await tx<{ user_id: number; customer_id: number }[]>`
      select user_id, customer_id from users where user_name = ${user_name}`
    if (!user) throw new Error(`there is no user ${user_name}`)
    const [session] = await tx`
      insert into sessions (user_id) values (${user.user_id}) returning session_id`
    await tx`
      insert into access_tokens (token_hash, session_id, expires_at)
      values (${hashToken(token)}, ${session?.session_id}, now() + interval '15 minutes')`
    return { session_id: session?.session_id as number, customer_id: user.customer_id }
  })
  const headers = { authorization: `Bearer ${token}` }

  async function call<Body>(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object): Promise<Body> {
    const reply = await app.inject({ method, url, headers, ...(payload ? { payload } : {}) })
    if (reply.statusCode >= 300)
      throw new Error(`${method} ${url}: ${reply.statusCode} ${reply.body.slice(0, 300)}`)
    return reply.json() as Body
  }
  async function sendFile<Body>(url: string, name: string, content: Buffer | string): Promise<Body> {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(Buffer.from(content as string))]), name)
    const body = new Response(form)
    const reply = await app.inject({
      ...{ method: 'PUT', url, payload: Buffer.from(await body.arrayBuffer()) },
      headers: { ...headers, 'content-type': body.headers.get('content-type') as string },
    })
    if (reply.statusCode >= 300)
      throw new Error(`PUT ${url}: ${reply.statusCode} ${reply.body.slice(0, 300)}`)
    return reply.json() as Body
  }
  /**
   * Loads a bank's file and reads it. Throws when it is refused. The job that was queued for it finds later that nothing is
   * left to do.
   */
  async function load(name: string, content: Buffer | string): Promise<void> {
    const { flow_id } = await sendFile<{ flow_id: number }>('/v1/flows/upload', name, content)
    await services.jobs['read-flow'].run(services, { flow_id })
    const { state, refusal } = await call<{ state: string; refusal: string | null }>(
      'GET',
      `/v1/flows/${flow_id}`,
    )
    if (state !== 'done') throw new Error(`${name} is ${state}: ${refusal}`)
  }
  const leave = () => services.asSystem((tx) => tx`delete from sessions where session_id = ${session_id}`)
  return { customer_id, services, call, sendFile, load, leave }
}
