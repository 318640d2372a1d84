import { describe, expect, it } from 'vitest'
import { whyNotUserName } from './user-name.ts'

describe('a user name that a stranger chooses', () => {
  it.each(['ada', 'ada.rossi', 'ada_85', 'D’Amico'.replace('’', "'"), 'rossi.comandini', 'ada.italia'])(
    '%s is one',
    (name) => expect(whyNotUserName(name, null)).toBeNull(),
  )
  it.each(['www.esempio', 'vinci-subito.com', 'Saldo-Verifica.IT', 'a.b.online'])(
    '%s would be a link in the mail of whoever reads it',
    (name) => expect(whyNotUserName(name, 'ada@example.it')).toContain('sito'),
  )
  it('may be the address that they gave, and no other', () => {
    expect(whyNotUserName('Ada@example.it', 'ada@example.it')).toBeNull()
    expect(whyNotUserName('bea@example.it', 'ada@example.it')).not.toBeNull()
    expect(whyNotUserName('bea@example.it', null)).not.toBeNull()
  })
})
