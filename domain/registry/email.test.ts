import { describe, expect, it } from 'vitest'
import { isEmail } from './email.ts'

describe('isEmail', () => {
  it.each([
    'lucia.gentile@example.com',
    'LUCIA@EXAMPLE.COM',
    "d'amico+rate@posta.studio.it",
    'a@b.it',
    'info@pec.xn--citt-4na.it',
    `${'a'.repeat(64)}@example.com`,
  ])('accepts %s', (text) => expect(isEmail(text)).toBe(true))

  it.each([
    '',
    'lucia',
    'lucia@',
    '@example.com',
    'lucia@example',
    'lucia@example.c',
    'lucia@example.123',
    'lucia..gentile@example.com',
    '.lucia@example.com',
    'lucia.@example.com',
    'lucia gentile@example.com',
    'lucia@exa mple.com',
    'lucia@-example.com',
    'lucia@example-.com',
    'a@b@example.com',
    'lucia@example.com,mario@example.com',
    'Lucia <lucia@example.com>',
    'lucia@example.com\n',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b.'.repeat(130)}it`,
  ])('refuses %j', (text) => expect(isEmail(text)).toBe(false))
})
