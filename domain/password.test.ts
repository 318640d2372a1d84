import { describe, expect, it } from 'vitest'
import { passwordProblem } from './password.ts'

describe('a password that somebody chooses', () => {
  it.each(['chiave di casa', 'tre gatti e un cane', 'pèrché no èh', 'x7!Kq2#Lw9', '🏠🔑🏠🐈 otto e mezzo'])(
    'may be %s',
    (password) => {
      expect(passwordProblem(password, ['lucia.rossi', 'lucia@example.it'])).toBeNull()
    },
  )
  it.each(['', 'corta', '123456789', '🏠🔑🏠🔑🏠🔑'])('is too short: %s', (password) => {
    expect(passwordProblem(password)).toBe('Usa almeno 10 caratteri.')
  })
  it('is refused if it is longer than 200 characters', () => {
    expect(passwordProblem(`${'x'.repeat(199)}yz`)).toBe('Usa al massimo 200 caratteri.')
  })
  it.each([
    'password123',
    'Password2026!',
    'qwertyuiop',
    '1234567890',
    '0987654321',
    'aaaaaaaaaa',
    'abcabcabcabc',
    'Juventus1897',
    'FORZA-NAPOLI-1',
    '!!!benvenuto',
  ])('is refused because it is very common: %s', (password) => {
    expect(passwordProblem(password)).toMatch(/prime che chiunque prova/)
  })
  it.each([
    ['lucia.rossi', 'Lucia.Rossi1'],
    ['lucia.rossi', 'luciarossi2026'],
    ['lucia.rossi@example.it', 'LuciaRossi!!'],
    ['lucia.rossi@example.it', 'lucia.rossi@example.it'],
    ['1029384756', '1029384756'],
  ])('is refused because it contains a name: %s, %s', (name, password) => {
    expect(passwordProblem(password, [null, name])).toMatch(/nome utente/)
  })
})
