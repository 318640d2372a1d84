import { expect, it } from 'vitest'
import { requestLine } from './request-line.ts'

const lineOf = (url: string) => requestLine({ method: 'GET', url }).path

it('names the endpoint', () => {
  expect(requestLine({ method: 'PUT', url: '/v1/accounts/confirm-iban/7' })).toEqual({
    method: 'PUT',
    path: '/v1/accounts/confirm-iban/7',
  })
})
it('leaves out query strings and link tokens', () => {
  expect(lineOf('/v1/accounts/exists-by-iban/7?iban=IT60X0542811101000000123456')).toBe(
    '/v1/accounts/exists-by-iban/7',
  )
  expect(lineOf(`/v1/mybill/${'a'.repeat(32)}`)).toBe('/v1/mybill/…')
})
it.each([
  ['base64', (iban: string) => Buffer.from(iban).toString('base64')],
  ['base64 for addresses', (iban: string) => Buffer.from(iban).toString('base64url')],
  ['as it is', (iban: string) => iban],
  ['escaped', (iban: string) => [...Buffer.from(iban)].map((byte) => `%${byte.toString(16)}`).join('')],
])('leaves out an IBAN, also a short one: %s', (_how, write) => {
  for (const iban of ['IT60X0542811101000000123456', 'NO9386011117947'])
    for (const before of ['accounts/check/iban', 'accounts/update-iban/7'])
      for (const after of ['', '/', '//'])
        expect(lineOf(`/v1/${before}/${write(iban)}${after}`)).toBe(`/v1/${before}/…`)
})
