import { describe, expect, it } from 'vitest'
import { day, officeWithBooks } from '../../testing/features/books-fixtures.ts'
import { makeAccount, signInSubUser } from '../../testing/people.ts'

describe('the journal', () => {
  it('has every line of every entry, with debits equal to credits, and can be limited to accounts', async () => {
    const { get, receive, call, headers } = await officeWithBooks()
    await receive(20_000, day(3))
    const { body: all } = await get<{ debit: number; credit: number; count: number }>('journal/summary')
    expect(all.debit).toBe(all.credit)
    expect(all.count).toBe(4)
    const { body } = await get<{ items: { ledger_account: string; debit: number; credit: number }[] }>(
      'journal?ledger_account=bank,billed',
    )
    expect(body.items.map(({ ledger_account, debit, credit }) => [ledger_account, debit, credit])).toEqual(
      expect.arrayContaining([
        ['bank', 20_000, 0],
        ['billed', 0, 20_000],
      ]),
    )
    const csv = await call({ url: '/v1/books/journal/export?ledger_account=bank', headers })
    const [head, ...lines] = csv.raw.toString().trim().split('\r\n')
    expect(head).toContain('Conto;Dare;Avere')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('Banca;200,00;')
    expect((await get('journal/export?format=xlsx')).status).toBe(200)
  })

  it('keeps an entry’s lines together, debits first, in both orders, across pages and in the file', async () => {
    const { customer_id, account_id, subject_id, services, get } = await officeWithBooks()
    await services.asSystem(async (tx) => {
      const of = {
        customer_id,
        account_id,
        subject_id,
        kind: 'adjustment',
        description: 'Prova',
        day: day(2),
      }
      const entries = await tx<{ entry_id: number }[]>`
        insert into ledger_entries ${tx([1, 2, 3].map((at) => ({ ...of, source: `test:together:${at}` })))}
        returning entry_id`
      const line = (ledger_account: string, amount: number) =>
        entries.map(({ entry_id }) => ({ customer_id, entry_id, ledger_account, amount }))
      // As a bulk insert may write them: all credits, then all debits.
      await tx`insert into ledger_lines ${tx([...line('billed', -700), ...line('bank', 500), ...line('platform', 200)])}`
    })
    for (const sort of ['day', '-day']) {
      const lines: { entry_id: number; debit: number }[] = []
      let cursor = ''
      do {
        const page = await get<{ items: typeof lines; next_cursor: string | null }>(
          `journal?sort=${sort}&limit=2${cursor && `&cursor=${cursor}`}`,
        )
        lines.push(...page.body.items)
        cursor = page.body.next_cursor ?? ''
      } while (cursor)
      const ids = lines.map(({ entry_id }) => entry_id)
      const inOrder = [...new Set(ids)]
      expect(ids).toEqual(inOrder.flatMap((id) => [id, id, id]))
      expect(inOrder).toEqual(inOrder.toSorted((a, b) => (sort === 'day' ? a - b : b - a)))
      expect(lines.map(({ debit }) => debit > 0)).toEqual(inOrder.flatMap(() => [true, true, false]))
      const file = (await get(`journal/export?sort=${sort}&columns=entry_id`)).raw.toString()
      expect(file.trim().split('\r\n').slice(1).map(Number)).toEqual(ids)
    }
    expect((await get('journal?limit=2&cursor=WyJkYXkiLCIyMDI2LTA5LTAxIiwxXQ')).status).toBe(400)
  })

  it('shows a sub-user only their condominiums, and nothing without the permission', async () => {
    const { get, receive, services, customer_id, account_id } = await officeWithBooks()
    await receive(20_000, day(3))
    const other = await makeAccount(services, customer_id)
    const some = await signInSubUser(services, customer_id, {
      permissions: ['payments:read'],
      accounts: [other],
    })
    expect((await get('journal', some.headers)).body).toMatchObject({ items: [] })
    expect((await get(`register?account_id=${account_id}`, some.headers)).status).toBe(404)
    const none = await signInSubUser(services, customer_id, { permissions: ['bills:write'] })
    expect((await get('journal', none.headers)).status).toBe(403)
  })
})
