import { describe, expect, it } from 'vitest'
import type { Group } from './my-bills-query.ts'
import { type Saved, savedWays } from './saved-methods.ts'

const saved = (source_id: number, why_not: string | null = null) => ({ source_id, why_not }) as Saved
const group = (account_id: number, ...of: Saved[]) => ({ account_id, saved: of }) as Group

describe('the saved methods of a payer', () => {
  it('say which condominiums they pay, and why not the others', () => {
    const one = group(1, saved(1), saved(2, 'Questa carta è scaduta.'))
    const other = group(2, saved(1, 'Va salvato di nuovo.'), saved(2, 'Questa carta è scaduta.'))
    expect(savedWays([one, other])).toMatchObject([
      { method: { source_id: 1 }, pays: [one], not: [{ group: other, why: 'Va salvato di nuovo.' }] },
      { method: { source_id: 2 }, pays: [], not: [{ group: one }, { group: other }] },
    ])
  })

  it('begin with the one that pays the most', () => {
    const ways = savedWays([group(1, saved(1), saved(2)), group(2, saved(1, 'no'), saved(2))])
    expect(ways.map(({ method }) => method.source_id)).toEqual([2, 1])
  })

  it('pay nothing where nothing is paid online', () => {
    expect(savedWays([group(1, saved(1)), group(2)])[0]?.not[0]?.why).toBe('Qui non si può pagare online.')
    expect(savedWays([group(1), group(2)])).toEqual([])
  })
})
