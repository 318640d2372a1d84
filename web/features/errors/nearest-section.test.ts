import { describe, expect, it } from 'vitest'
import { nearestSection } from './nearest-section.ts'

const places = [
  { to: '/dashboard', label: 'Dashboard' },
  { to: '/bollette', label: 'Bollette' },
  { to: '/transazioni', label: 'Transazioni' },
  { to: '/quadratura', label: 'Quadratura' },
  { to: '/condomini', label: 'Condomìni' },
  { to: '/anagrafica', label: 'Anagrafica' },
  { to: '/account-incassi', label: 'Account incassi' },
]

describe('section suggested for a mistyped address', () => {
  it.each([
    ['/bolette', '/bollette'],
    ['/bolletta', '/bollette'],
    ['/Bollette', '/bollette'],
    ['/bollette/nuva', '/bollette'],
    ['/transazzioni/12?x=1', '/transazioni'],
    ['/condomìnio', '/condomini'],
    ['/angarafica', '/anagrafica'],
    ['/dasboard', '/dashboard'],
    ['/quadratrua', '/quadratura'],
    ['/accountincassi', '/account-incassi'],
    ['/pizza', undefined],
    ['/admin', undefined],
    ['/b', undefined],
    ['/', undefined],
    ['', undefined],
    [`/${'x'.repeat(5000)}`, undefined],
  ])('%s', (address, meant) => {
    expect(nearestSection(address, places)?.to).toBe(meant)
  })
})
