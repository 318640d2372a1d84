import type { AuditLine } from '@saldo/contract/reports/audit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { impersonate, makeCustomer, makeSubject, signIn } from '../../testing/people.ts'
import { png } from '../../testing/png.ts'
import { sendFile } from '../../testing/send-file.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type Headers = Record<string, string>
const send = (method: 'GET' | 'PUT' | 'DELETE', path: string, headers: Headers, payload?: object) =>
  app.call({ method, url: `/v1/${path}`, headers, ...(payload ? { payload } : {}) })

/** An office with a document and an address that waits, and a super user who has chosen it. */
async function setUp() {
  const office = await signIn(app.services, 'customer')
  const { customer_id } = office
  const upload = (headers: Headers) => {
    const of = { file: png({ width: 5 }), name: 'carta.png', headers }
    return sendFile(app, { method: 'PUT', url: `/v1/customers/docs/${customer_id}/identity`, ...of })
  }
  const { document_id } = (await upload(office.headers)).body as { document_id: number }
  const body = { business_name: 'Studio', primary_email: 'nuovo@studio.example.it' }
  expect((await send('PUT', 'customers', office.headers, body)).status).toBe(200)
  const superUser = await signIn(app.services, 'super_user')
  const looking = { ...superUser.headers, 'x-customer-id': String(customer_id) }
  const acts = {
    'uploads a document': { done: 201, by: upload },
    'withdraws a new address': {
      done: 200,
      by: (headers: Headers) => send('DELETE', `customers/contact-changes/${customer_id}`, headers),
    },
    'deletes a document': {
      done: 204,
      by: (headers: Headers) => send('DELETE', `customers/docs/delete/${document_id}`, headers),
    },
  }
  const lines = async (noun: string) =>
    ((await send('GET', `audit?noun=${noun}`, office.headers)).body as { items: AuditLine[] }).items
  return { ...{ office, customer_id, superUser, looking, acts, lines } }
}

describe('what an office keeps of itself', () => {
  it('403: a super user who only looks, or has chosen nobody, changes none of it', async () => {
    const { acts, looking, superUser } = await setUp()
    for (const [what, { by }] of Object.entries(acts))
      for (const headers of [looking, superUser.headers])
        expect((await by(headers)).body, what).toMatchObject({ error: 'impersonation_required' })
  })
  it('404: nor does one who impersonates another office', async () => {
    const { acts, superUser } = await setUp()
    const headers = await impersonate(app.services, superUser, await makeCustomer(app.services))
    for (const [what, { by }] of Object.entries(acts)) expect((await by(headers)).status, what).toBe(404)
  })
  it('whoever impersonates it does, and its log has both names and the reason', async () => {
    const { acts, superUser, customer_id, lines } = await setUp()
    const headers = await impersonate(app.services, superUser, customer_id)
    for (const [what, { by, done }] of Object.entries(acts))
      expect((await by(headers)).status, what).toBe(done)
    const explained = { flag_super_user: true, acted_because: 'Richiesta dello studio' }
    expect(await lines('documents')).toMatchObject([
      { act: 'removed', ...explained },
      { act: 'created', ...explained },
      { act: 'created', flag_super_user: false, acted_because: null },
    ])
    const withdrawn = await lines('contact_changes')
    expect(withdrawn[0]).toMatchObject({ after: { state: 'withdrawn' }, ...explained })
  })
})

describe('PUT /v1/customers', () => {
  it('completing data is the back office’s own act; whoever impersonates this office is written with the reason', async () => {
    const { superUser, customer_id, lines } = await setUp()
    const save = async (headers: Headers, city: string) => {
      const { status } = await send('PUT', 'customers', headers, {
        ...{ customer_id, business_name: 'Studio', city },
      })
      expect(status).toBe(200)
      return (await lines('customers')).find(({ after }) => after?.city === city)?.acted_because
    }
    expect(await save(superUser.headers, 'Prato')).toBeNull()
    const another = await impersonate(app.services, superUser, await makeCustomer(app.services))
    expect(await save(another, 'Lucca')).toBeNull()
    expect(await save(await impersonate(app.services, superUser, customer_id), 'Siena')).toBe(
      'Richiesta dello studio',
    )
  })
  it('a new address holds at once for an office that awaits activation, also while another one is impersonated', async () => {
    const { superUser, customer_id } = await setUp()
    await app.services.asSystem(
      (tx) => tx`update customers set state = '0' where customer_id = ${customer_id}`,
    )
    const save = async (headers: Headers, primary_email: string) =>
      (await send('PUT', 'customers', headers, { customer_id, business_name: 'Studio', primary_email })).body
    const another = await impersonate(app.services, superUser, await makeCustomer(app.services))
    const own = 'deciso@studio.example.it'
    expect(await save(another, own)).toMatchObject({ primary_email: own })
    const acting = await impersonate(app.services, superUser, customer_id)
    expect(await save(acting, 'chiesto@studio.example.it')).toMatchObject({ primary_email: own })
  })
})

describe('an act that goes on as the system, or as the back office', () => {
  /** The lines of the super user, newest first, with the office that they name. */
  const linesOf = (user_id: number) =>
    app.services.asSystem(
      (tx) => tx<
        { noun: string; record_id: number; act: string; acted_for: string; acted_because: string }[]
      >`
        select noun, record_id, act, acted_for, acted_because from audit_log where user_id = ${user_id}
        order by audit_id desc`,
    )
  const post = (path: string, headers: Headers, payload: object = {}) =>
    app.call({ method: 'POST', url: `/v1/${path}`, headers, payload })
  async function acting() {
    const office = await signIn(app.services, 'customer')
    const superUser = await signIn(app.services, 'super_user')
    const headers = await impersonate(app.services, superUser, office.customer_id)
    const [named] = await app.services.asSystem(
      (tx) => tx`select business_name from customers where customer_id = ${office.customer_id}`,
    )
    const explained = { acted_for: named?.business_name, acted_because: 'Richiesta dello studio' }
    return { office, superUser, headers, explained, customer_id: office.customer_id }
  }

  it('the access of a resident, taken away', async () => {
    const { customer_id, headers, superUser, explained } = await acting()
    const { user_id } = await signIn(app.services, 'consumer')
    const subject_id = await makeSubject(app.services, customer_id, { user_id })
    expect((await post(`users/btoc/delete/${subject_id}`, headers)).status).toBe(200)
    const lines = await linesOf(superUser.user_id)
    expect(lines.map(({ noun, record_id }) => [noun, record_id])).toEqual(
      expect.arrayContaining([
        ['subjects', subject_id],
        ['users', user_id],
      ]),
    )
    for (const line of lines) expect(line).toMatchObject(explained)
  })

  it('two people who become one', async () => {
    const { customer_id, headers, superUser, explained } = await acting()
    const kept_id = await makeSubject(app.services, customer_id)
    const merged_id = await makeSubject(app.services, customer_id)
    await app.services.asSystem(
      (tx) => tx`update subjects set fiscal_code = null where subject_id = ${merged_id}`,
    )
    expect(
      (await post('subjects/merge', headers, { kept_id, merged_id, from_merged: [] })).body,
    ).toMatchObject({ subject_id: kept_id })
    const lines = await linesOf(superUser.user_id)
    expect(lines.map(({ act }) => act)).toContain('merged')
    for (const line of lines) expect(line).toMatchObject(explained)
  })

  it('a document that is checked, and a decision taken back; not those of another office', async () => {
    const { office, headers, superUser, explained } = await acting()
    const upload = async ({ headers, customer_id }: { headers: Headers; customer_id: number }) => {
      const of = { file: png({ width: 5 }), name: 'carta.png', headers }
      const url = `/v1/customers/docs/${customer_id}/identity`
      return ((await sendFile(app, { method: 'PUT', url, ...of })).body as { document_id: number })
        .document_id
    }
    const own = await upload(office)
    for (const act of ['checked', 'to-check'])
      expect((await post(`customers/docs/${act}/${own}`, headers)).status, act).toBe(200)
    expect(await linesOf(superUser.user_id)).toMatchObject([
      { noun: 'documents', record_id: own, ...explained },
      { noun: 'documents', record_id: own, ...explained },
    ])
    const foreign = await upload(await signIn(app.services, 'customer'))
    expect((await post(`customers/docs/checked/${foreign}`, headers)).status).toBe(200)
    expect((await linesOf(superUser.user_id))[0]).toMatchObject({ record_id: foreign, acted_for: null })
  })
})
