import { expect, it } from 'vitest'
import { registryFieldOf } from './registry-fields.ts'

it.each(['E-mail condominio', 'Mail dello stabile', 'Telefono condominio', 'CAP condominio'])(
  '%s is not a person’s',
  (header) => {
    expect(registryFieldOf(header)).toBeNull()
  },
)

it.each([
  ['E-mail', 'email'],
  ['E-mail condomino', 'email'],
  ['E-mail per comunicazioni', 'email'],
  ['Telefono abitazione', 'phone'],
  ['CAP', 'zip_code'],
  ['Indirizzo condominio', 'condominium_address'],
])('%s is read as %s', (header, field) => {
  expect(registryFieldOf(header)?.field).toBe(field)
})
