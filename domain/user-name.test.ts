import { describe, expect, it } from 'vitest'
import { whyNotUserName } from './user-name.ts'

describe('a user name that a stranger chooses', () => {
  it.each(['ada', 'ada_rossi', 'ada_85', 'D’Amico'.replace('’', "'"), 'a.rossi'.replace('.', '-'), 'ada.85'])(
    '%s is one',
    (name) => expect(whyNotUserName(name, null)).toBeNull(),
  )
  // No list of endings tells a surname from a site: `.support` is one, and so are many surnames.
  it.each([
    ...['www.esempio', 'vinci-subito.com', 'vinci-subito.com.', 'Saldo-Verifica.IT', 'a.b.online'],
    ...['saldo.support', 'saldo-verifica.help', 'ada.rossi', 'saldo/paga'],
  ])('%s would be a link in the mail of whoever reads it', (name) =>
    expect(whyNotUserName(name, 'ada@example.it')).toContain('sito'),
  )
  it('may be the address that they gave, and no other', () => {
    expect(whyNotUserName('Ada@example.it', 'ada@example.it')).toBeNull()
    expect(whyNotUserName('bea@example.it', 'ada@example.it')).not.toBeNull()
    expect(whyNotUserName('bea@example.it', null)).not.toBeNull()
  })
})
