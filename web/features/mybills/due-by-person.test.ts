import { describe, expect, it } from 'vitest'
import { dueByPerson } from './due-by-person.ts'

/** The sum and its sign stay on one line, by a space that does not break. */
const plain = (text: string | null) => text?.replaceAll(/\s/g, ' ')
const anna = { owner_name: 'Anna', due_now: 8_000 }
const named = (owner_name: string) => ({ owner_name, due_now: 1_000 })

describe('what is due by person', () => {
  it('names oneself first, then the others, and adds nothing up', () => {
    expect(plain(dueByPerson(12_000, [anna]))).toBe('Tu 120,00 €, per Anna 80,00 €')
  })
  it('says so when one owes nothing, and nothing of oneself without own bills', () => {
    expect(plain(dueByPerson(0, [anna]))).toBe('Tu niente, per Anna 80,00 €')
    expect(plain(dueByPerson(null, [anna]))).toBe('Per Anna 80,00 €')
  })
  it('is one sum for a person who is in the registries of several offices', () => {
    expect(plain(dueByPerson(null, [anna, anna]))).toBe('Per Anna 160,00 €')
  })
  it('sums those who are too many to be named', () => {
    const many = ['Anna', 'Bea', 'Carlo', 'Dino'].map(named)
    expect(plain(dueByPerson(null, many))).toBe('Per Anna 10,00 €, per Bea 10,00 €, per altri 2 20,00 €')
  })
  it('is nothing when nobody else owes anything', () => {
    expect(dueByPerson(12_000, [])).toBeNull()
  })
})
