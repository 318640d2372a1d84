import type { Dashboard } from '@saldo/contract/reports/dashboard'
import { describe, expect, it } from 'vitest'
import { withApp } from '../../testing/app.ts'
import { loadedStatements } from '../../testing/features/loaded-statements.ts'
import { makeAccount, makeBill, makeCustomer, makeSubject, signIn } from '../../testing/people.ts'

describe('200', () => {
  it('counts the transfers that somebody has to match, as their list does', async () => {
    const test = await withApp()
    const { services } = test
    const customer_id = await makeCustomer(services)
    const { headers } = await signIn(services, 'customer', customer_id)
    const get = async <B = Dashboard>(url: string) => (await test.call({ url, headers })).body as B
    const iban = 'IT66B0200899117000009775371'
    const account_id = await makeAccount(services, customer_id, { iban })
    const subject_id = await makeSubject(services, customer_id, { nominative: 'Verdi Ugo' })
    await makeBill(services, customer_id, { account_id, subject_id, amounts: [12_000] })
    const { load } = loadedStatements(test, { headers })
    const flow = await load(
      `Conto corrente: ${iban}\r\nData contabile;Descrizione;Importo\r\n${['BONIFICO DA VERDI UGO;120,00', 'INTERESSI;1,00'].map((row) => `20/11/2026;${row}\r\n`).join('')}`,
      'lista.csv',
    )
    expect(flow).toMatchObject({ state: 'done', refusal: null })
    const unmatched = { kind: 'unmatched', count: 1, amount: 12_000 }
    expect((await get('/v1/dashboard')).attention).toContainEqual(unmatched)
    expect(await get<object>('/v1/transfers/summary?state=to_match,partly')).toMatchObject({
      count: 1,
      open: 12_000,
    })
    const other = await makeAccount(services, customer_id)
    const { attention } = await get(`/v1/dashboard?account_id=${other}`)
    expect(attention?.map(({ kind }) => kind)).not.toContain('unmatched')
  })
})
