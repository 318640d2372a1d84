import { expect, it } from 'vitest'
import { unitsWords } from './units-words.ts'

const unit = (unit_name: string, right_kind: 'owner' | 'tenant' = 'owner') => ({
  unit_name,
  account_name: 'Condominio Verdi',
  right_kind,
})

it('names up to two units, and says that there are others', () => {
  expect(unitsWords([])).toBeNull()
  expect(unitsWords([unit('Int. 4', 'tenant')])).toBe('Int. 4, Condominio Verdi (locazione)')
  expect(unitsWords([unit('Int. 4'), unit('Box 2')])).toBe(
    'Int. 4, Condominio Verdi; Box 2, Condominio Verdi',
  )
  expect(unitsWords([unit('Int. 4'), unit('Box 2'), unit('Int. 5')])).toMatch(/ e altre$/)
})
