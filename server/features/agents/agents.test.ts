import { addDays, today } from '@saldo/domain/dates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agentFixtures, dayOf, monthsAgo } from '../../testing/features/agent-fixtures.ts'
import { makeCustomer, signIn, signInSubUser } from '../../testing/people.ts'

let fixtures: Awaited<ReturnType<typeof agentFixtures>>
beforeAll(async () => {
  fixtures = await agentFixtures()
})
afterAll(() => fixtures.close())

const whole = { firstname: 'Elisa', lastname: 'Fontana', email: 'elisa@example.it', commission_bps: 1250 }

describe('PUT /v1/agents', () => {
  it('200: creates an agent by first and last name or by a business name, and changes the fields that are sent', async () => {
    const made = await fixtures.call('PUT', '', { ...whole, fiscal_code: 'rssmra80a01f205x' })
    expect(made).toMatchObject({
      status: 200,
      body: {
        name: 'Elisa Fontana',
        fiscal_code: 'RSSMRA80A01F205X',
        commission_bps: 1250,
        status: 'active',
      },
    })
    const { agent_id } = made.body
    const changed = await fixtures.call('PUT', '', {
      ...{ agent_id, email: 'nuova@example.it', commission_bps: 1000 },
      ...{ business_name: 'Fontana S.r.l.', phone: '055 000 0001' },
    })
    expect(changed.body).toMatchObject({
      name: 'Fontana S.r.l.',
      lastname: 'Fontana',
      email: 'nuova@example.it',
    })
    expect((await fixtures.call('GET', `/${agent_id}`)).body).toEqual(changed.body)
  })
  it('400: names the missing or wrong fields', async () => {
    expect(await fixtures.call('PUT', '', { email: 'elisa@example.it', commission_bps: 0 })).toMatchObject({
      status: 400,
      body: {
        fields: {
          firstname: 'Scrivi nome e cognome, o la ragione sociale.',
          lastname: 'Scrivi nome e cognome, o la ragione sociale.',
          fiscal_code: 'Scrivi il codice fiscale o la partita IVA.',
        },
      },
    })
    for (const [field, value] of Object.entries({
      email: 'elisa@',
      commission_bps: 10_001,
      fiscal_code: 'RSSMRA80A01F205A',
      vat_number: '12345678901',
      phone: 'x'.repeat(31),
    }))
      expect(await fixtures.call('PUT', '', { ...whole, [field]: value })).toMatchObject({
        status: 400,
        body: { fields: { [field]: expect.any(String) } },
      })
  })
  it('404: an unknown agent', async () => {
    expect(await fixtures.call('PUT', '', { ...whole, agent_id: 987_654_321 })).toMatchObject({ status: 404 })
  })
  it('409: a tax number that another has, at its field', async () => {
    const { body } = await fixtures.call('GET', `/${await fixtures.makeAgent()}`)
    expect(await fixtures.call('PUT', '', { ...whole, vat_number: body.vat_number })).toMatchObject({
      status: 409,
      body: { fields: { vat_number: 'C’è già un agente con questa partita IVA.' } },
    })
  })
  it('200: writes the previous values to the audit log', async () => {
    const agent_id = await fixtures.makeAgent()
    await fixtures.call('PUT', '', { agent_id, email: 'altra@example.it', commission_bps: 1000 })
    const { body } = await fixtures.app.call({
      url: `/v1/audit?noun=agents&record=${agent_id}`,
      headers: fixtures.headers,
    })
    expect((body as { items: object[] }).items).toMatchObject([
      { act: 'changed', after: { email: 'altra@example.it' } },
      { act: 'created' },
    ])
  })
})

describe('GET /v1/agents', () => {
  it('200: finds by name and tax number, filters by state, pages; summary and file agree', async () => {
    const names = ['Zita Alfa', 'Zita Beta', 'Zita Gamma']
    const ids = []
    for (const business_name of names) ids.push(await fixtures.makeAgent({ business_name }))
    await fixtures.call('PUT', `/ended/${ids[2]}`, { ended_on: today() })
    const first = await fixtures.call('GET', '?q=zita&limit=2')
    expect((first.body.items as { name: string }[]).map(({ name }) => name)).toEqual(names.slice(0, 2))
    const second = await fixtures.call('GET', `?q=zita&limit=2&cursor=${first.body.next_cursor}`)
    expect(second.body).toMatchObject({ items: [{ name: 'Zita Gamma', status: 'ended' }], next_cursor: null })
    expect((await fixtures.call('GET', '/summary?q=zita&status=active')).body).toEqual({
      count: 2,
      to_pay_cents: 0,
    })
    const file = await fixtures.app.call({
      url: '/v1/agents/export?q=zita&status=active&columns=name,commission_bps',
      headers: fixtures.headers,
    })
    expect(file.raw.toString().trim().split('\r\n').slice(1)).toEqual(['Zita Alfa;10', 'Zita Beta;10'])
  })
  it('403: an office, for list, file and record', async () => {
    const { headers } = await signIn(fixtures.app.services, 'customer')
    for (const url of ['/v1/agents', '/v1/agents/export', '/v1/agents/1', '/v1/agents/assignments'])
      expect((await fixtures.app.call({ url, headers })).status).toBe(403)
  })
})

describe('PUT /v1/agents/ended/{id}', () => {
  it('200: the agent keeps the customers until that day; when active again, the agent has none', async () => {
    const { agent_id, customer_id } = await fixtures.agentWithCustomer()
    const last = addDays(today(), -3)
    expect(await fixtures.call('PUT', `/ended/${agent_id}`, { ended_on: last })).toMatchObject({
      status: 200,
      body: { status: 'ended', ended_on: last, customers_count: 0 },
    })
    const { body } = await fixtures.call('GET', `/assignments?agent_id=${agent_id}`)
    expect(body.items).toMatchObject([{ customer_id, to_date: last }])
    expect(await fixtures.assign(agent_id, customer_id, today())).toMatchObject({
      status: 409,
      body: { error: 'agent_ended' },
    })
    expect((await fixtures.call('PUT', `/ended/${agent_id}`, { ended_on: null })).body).toMatchObject({
      status: 'active',
      customers_count: 0,
    })
  })
  it('400: a day in the future; 409: an assignment begins later; 404: an unknown agent', async () => {
    const agent_id = await fixtures.makeAgent()
    const tomorrow = addDays(today(), 1)
    expect(await fixtures.call('PUT', `/ended/${agent_id}`, { ended_on: tomorrow })).toMatchObject({
      status: 400,
      body: { fields: { ended_on: expect.stringContaining('futuro') } },
    })
    await fixtures.assign(agent_id, await makeCustomer(fixtures.app.services), tomorrow)
    expect(await fixtures.call('PUT', `/ended/${agent_id}`, { ended_on: today() })).toMatchObject({
      status: 409,
      body: { error: 'customers_after' },
    })
    expect((await fixtures.call('PUT', '/ended/987654321', { ended_on: null })).status).toBe(404)
  })
})

describe('DELETE /v1/agents/{id}', () => {
  it('204: an agent who never had a customer; 404: the second time', async () => {
    const agent_id = await fixtures.makeAgent()
    expect((await fixtures.call('DELETE', `/${agent_id}`)).status).toBe(204)
    expect((await fixtures.call('DELETE', `/${agent_id}`)).status).toBe(404)
  })
  it('409: an agent with customers can only be ended', async () => {
    const { agent_id } = await fixtures.agentWithCustomer()
    expect(await fixtures.call('DELETE', `/${agent_id}`)).toMatchObject({
      status: 409,
      body: { error: 'has_history', error_description: expect.stringContaining('ultimo giorno') },
    })
    expect((await fixtures.call('GET', `/${agent_id}`)).status).toBe(200)
  })
})

describe('the customers of an agent', () => {
  const [january, march] = [dayOf(monthsAgo(10), 1), dayOf(monthsAgo(8), 1)]

  it('201: a customer has one agent at a time; the next one takes over from a day on', async () => {
    const [one, other] = [await fixtures.makeAgent(), await fixtures.makeAgent()]
    const customer_id = await makeCustomer(fixtures.app.services)
    expect(await fixtures.assign(one, customer_id, january)).toMatchObject({
      status: 201,
      body: { customer_id, from_date: january, to_date: null },
    })
    expect(await fixtures.assign(other, customer_id, march)).toMatchObject({
      status: 409,
      body: { error: 'already_assigned', fields: { from_date: expect.stringContaining('è già di Elisa') } },
    })
    expect((await fixtures.assign(other, customer_id, march, { replace: true })).status).toBe(201)
    // The assignment itself is not an overlap.
    expect(
      (await fixtures.assign(other, customer_id, dayOf(monthsAgo(7), 1), { replace: true })).status,
    ).toBe(409)
    const { body } = await fixtures.call('GET', `/assignments?customer_id=${customer_id}&sort=from_date`)
    expect(body.items).toMatchObject([
      { agent_id: one, from_date: january, to_date: addDays(march, -1) },
      { agent_id: other, from_date: march, to_date: null },
    ])
    expect((await fixtures.call('GET', `/assignments/summary?agent_id=${one}&current=1`)).body.count).toBe(0)
  })
  it('409: two requests assign the same customer at the same time', async () => {
    const agents = [await fixtures.makeAgent(), await fixtures.makeAgent(), await fixtures.makeAgent()]
    const customer_id = await makeCustomer(fixtures.app.services)
    const answers = await Promise.all(agents.map((agent_id) => fixtures.assign(agent_id, customer_id, march)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  })
  it('200: changes the days; 204: deletes a wrong assignment', async () => {
    const { agent_id, customer_id } = await fixtures.agentWithCustomer()
    const { body } = await fixtures.call('GET', `/assignments?agent_id=${agent_id}`)
    const [{ agent_customer_id: id }] = body.items as [{ agent_customer_id: number }]
    expect((await fixtures.call('PUT', `/assignments/${id}`, { to_date: march })).body).toMatchObject({
      to_date: march,
    })
    expect((await fixtures.call('PUT', `/assignments/${id}`, { from_date: january })).body).toMatchObject({
      ...{ customer_id, from_date: january },
      to_date: march,
    })
    expect(await fixtures.call('PUT', `/assignments/${id}`, { to_date: addDays(january, -1) })).toMatchObject(
      {
        status: 400,
        body: { fields: { to_date: expect.any(String) } },
      },
    )
    expect((await fixtures.call('DELETE', `/assignments/${id}`)).status).toBe(204)
    expect((await fixtures.call('PUT', `/assignments/${id}`, {})).status).toBe(404)
  })
  it('404: an unknown agent or customer; 400: no day', async () => {
    const agent_id = await fixtures.makeAgent()
    const customer_id = await makeCustomer(fixtures.app.services)
    expect((await fixtures.assign(987_654_321, customer_id, march)).status).toBe(404)
    expect((await fixtures.assign(agent_id, 987_654_321, march)).status).toBe(404)
    expect(await fixtures.assign(agent_id, customer_id, '2026-02-30')).toMatchObject({
      status: 400,
      body: { fields: { from_date: expect.any(String) } },
    })
  })
  it('200: the assignment is in the history of the customer, too', async () => {
    const { customer_id } = await fixtures.agentWithCustomer()
    const { body } = await fixtures.app.call({
      url: `/v1/audit?noun=customers&record=${customer_id}`,
      headers: fixtures.headers,
    })
    expect((body as { items: object[] }).items[0]).toMatchObject({
      after: { agent_name: expect.stringContaining('Elisa Fontana') },
    })
  })
})

describe('GET /v1/agents/mine', () => {
  const mine = async (headers: Record<string, string>) =>
    (await fixtures.app.call({ url: '/v1/agents/mine', headers })).body as { agent: object | null }

  it('200: name and contacts of the present agent, also for sub-users, without the agent’s earnings', async () => {
    const { agent_id, customer_id } = await fixtures.agentWithCustomer({ phone: '055 000 0002' })
    const { headers } = await signIn(fixtures.app.services, 'customer', customer_id)
    const { body } = await fixtures.call('GET', `/${agent_id}`)
    const told = {
      name: body.name,
      email: body.email,
      phone: '055 000 0002',
      from_date: dayOf(monthsAgo(24), 1),
    }
    expect(await mine(headers)).toEqual({ agent: told })
    const sub = await signInSubUser(fixtures.app.services, customer_id, {
      permissions: ['bills:read'],
      accounts: [],
    })
    expect(await mine(sub.headers)).toEqual({ agent: told })
  })
  it('200: null without a present agent, also if there was one or will be one', async () => {
    const { customer_id, headers } = await signIn(fixtures.app.services, 'customer')
    expect(await mine(headers)).toEqual({ agent: null })
    const agent_id = await fixtures.makeAgent()
    await fixtures.assign(agent_id, customer_id, dayOf(monthsAgo(5), 1), { to_date: addDays(today(), -1) })
    await fixtures.assign(agent_id, customer_id, addDays(today(), 1))
    expect(await mine(headers)).toEqual({ agent: null })
  })
  it('200: the database shows an office no rate, no statement and no other office’s agent', async () => {
    const { customer_id } = await fixtures.agentWithCustomer()
    await fixtures.agentWithCustomer()
    const as = (sql: string) =>
      fixtures.app.services.asSystem(async (tx) => {
        await tx`select enter('saldo_customer', ${customer_id}, null, null)`
        return tx.unsafe(sql)
      })
    expect(await as('select name from agents')).toHaveLength(1)
    for (const hidden of [
      'commission_bps from agents',
      '* from commission_statements',
      '* from commission_lines',
      '* from platform_fees',
    ])
      await expect(as(`select ${hidden}`)).rejects.toThrow(/permission denied/)
  })
})
