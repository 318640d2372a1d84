import type { BudgetPreview } from '@saldo/contract/bills/budgets'
import type { AuditLine } from '@saldo/contract/reports/audit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { budgetFixtures } from '../../testing/features/budget-fixtures.ts'
import { registryFixtures } from '../../testing/features/registry-fixtures.ts'
import { makeBill, makeCustomer, signIn, signInFor } from '../../testing/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

type Headers = Record<string, string>
const linesFor = async (headers: Headers, query: string) => {
  const { body } = await app.call({ url: `/v1/audit?${query}`, headers })
  return (body as { items: AuditLine[] }).items
}
const explained = { flag_super_user: true, acted_because: 'Richiesta dello studio' }
const office = { flag_super_user: false, acted_because: null }
const endAll = () =>
  app.services.asSystem(
    (tx) => tx`update impersonations set ended_at = now(), ended_how = 'button' where ended_at is null`,
  )

describe('what a job writes for a super user has both names and the reason', () => {
  it('bills that are cancelled together, also after the impersonation has ended', async () => {
    const customer_id = await makeCustomer(app.services)
    const { headers } = await signIn(app.services, 'customer', customer_id)
    const { bill_id } = await makeBill(app.services, customer_id)
    const acting = await signInFor(app.services, customer_id)
    const body = { ids: [bill_id] }
    const asked = await app.call({ method: 'POST', url: '/v1/bills/cancel', headers: acting.headers, body })
    expect(asked.status).toBe(202)
    await endAll()
    await runJobs(app.services)
    expect(await linesFor(headers, `noun=bills&record=${bill_id}&by=back_office`)).toMatchObject([explained])
  })
  it('an import; its undoing by the office has the office’s name alone', async () => {
    const owner = await signIn(app.services, 'customer')
    const acting = await registryFixtures(app, await signInFor(app.services, owner.customer_id))
    const { import_id } = await acting.upload(
      'Condominio;Scala;Interno;Nominativo;Codice fiscale\nAurora;A;1;Serra Davide;\n',
    )
    expect((await acting.write(import_id)).body).toMatchObject({ state: 'done' })
    await (await registryFixtures(app, owner)).undo(import_id)
    const lines = await linesFor(owner.headers, `noun=imports&record=${import_id}`)
    expect(lines.find(({ act }) => act === 'imported')).toMatchObject(explained)
    expect(lines.find(({ act }) => act === 'undone')).toMatchObject(office)
  })
  it('the bills of a budget that the office drew up', async () => {
    const budgets = await budgetFixtures(app)
    const of = await budgets.building([500, 500])
    const id = await budgets.begin(of, [budgets.general(of)])
    const { headers } = await signInFor(app.services, budgets.office.customer_id)
    const preview = await app.call({ url: `/v1/budgets/preview/${id}`, headers })
    const { seen } = preview.body as BudgetPreview
    const url = `/v1/budgets/issue/${id}`
    expect((await app.call({ method: 'POST', url, headers, body: { seen } })).status).toBe(202)
    await runJobs(app.services)
    const lines = await linesFor(budgets.office.headers, `noun=budgets&record=${id}`)
    expect(lines.find(({ act }) => act === 'issued')).toMatchObject(explained)
    expect(lines.find(({ act }) => act === 'created')).toMatchObject(office)
  })
})
