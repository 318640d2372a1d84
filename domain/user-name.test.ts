import { describe, expect, it } from 'vitest'
import { whyNotUserName } from './user-name.ts'

describe('a user name that a stranger chooses', () => {
  it.each([
    ...['ada', 'ada_rossi', 'ada_85', 'D’Amico', 'a-rossi', 'ada.85', 'Wwwilma', 'ada.'],
    ...[
      'mario.rossi',
      'g.bianchi',
      'anna.maria.verdi',
      'anna.de.luca',
      'a.de-luca',
      'wei.hu',
      'mario.rossì',
      'm.italo',
    ],
  ])('%s is one', (name) => expect(whyNotUserName(name, null)).toBeNull())
  it.each([
    ...['www.x', 'www.esempio', 'vinci-subito.com', 'vinci-subito.com.', 'Saldo-Verifica.IT', 'a.b.online'],
    ...[
      'saldo.support',
      'saldo-verifica.help',
      'saldo/paga',
      'x.it/offerta',
      'x.it:8080',
      'x.it?offerta',
      'vai_x.eu_ora',
    ],
    ...[
      'https://saldo',
      'http:\\\\saldo',
      'saldo．it',
      'saldo。it',
      'sal\u200bdo.\u200bit',
      'saldo.рф',
      'saldo.xn--p1ai',
    ],
  ])('%s would be a link in the mail of whoever reads it', (name) =>
    expect(whyNotUserName(name, 'ada@example.it')).toContain('sito'),
  )
  it('may be the address that they gave, and no other', () => {
    expect(whyNotUserName('Ada@example.it', 'ada@example.it')).toBeNull()
    expect(whyNotUserName('bea@example.it', 'ada@example.it')).not.toBeNull()
    expect(whyNotUserName('bea@example.it', null)).not.toBeNull()
  })
})
