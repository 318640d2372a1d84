import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { looksLikeAnAddress, mailedName } from './mailed-name.ts'

const names = [
  ...['Lucia Rossi', 'Rossi Lucia', 'Ing. Rossi', 'Dott. G. B. D’Amico', 'ROSSI G. & C.', 'Bianchi L.'],
  ...[
    'Edil S.p.A.',
    'Rossi S.r.l.',
    'Rossi s.r.l.s.',
    'Verdi S.n.c.',
    'Neri S.a.s. di M. Neri',
    'A.T.E.R. Firenze',
  ],
  ...['F.lli Rossi', 'f.lli rossi', 'Dott.ssa Bianchi', 'Sig.ra Neri', 'Prof.ssa Verdi', 'D.ssa Neri'],
  ...['Pagani-De Marchi', 'Müller Jürgen', 'Scala B, int. 4', 'ada', 'ada_85', 'ada85', 'Wwwilma Rossi'],
]
const sites = [
  ...['vinci-subito.com.', 'saldo.support', 'saldo-verifica.help', 'Paga su saldo-verifica.it', 'a.b.online'],
  ...[
    'Rossi (saldo.it)',
    'saldo.it/paga',
    'saldo.it:8080',
    't.me',
    'https://saldo',
    'http:/saldo',
    'www.saldo',
    'WWW.saldo',
  ],
  ...[
    'saldo．it',
    'saldo。it',
    'saldo․it',
    'sal\u200bdo.\u200bit',
    'saldo.рф',
    'saldo.xn--p1ai',
    'ada@example.it',
    'ada＠example',
  ],
  ...[
    'F.lli.com',
    'f.lli-rossi.it',
    'verifica-f.lli',
    'Sig.ra.it',
    'Dott.ssa.online',
    'Saldo\\pagamenti',
    'Ing.Rossi',
  ],
]

describe('a name in a mail', () => {
  it.each(names)('%s is one', (name) => expect(looksLikeAnAddress(name)).toBe(false))
  it.each(sites)('%s would be a link', (name) => expect(looksLikeAnAddress(name)).toBe(true))

  it('is none with a domain in it, whatever stands around', () => {
    const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,10}[a-z0-9])?$/)
    const ending = fc.stringMatching(/^[a-z]{2,12}$/)
    const around = fc.constantFrom('', ' ', 'Paga su ', 'F.lli ', '(', ' .', '. ', '/')
    fc.assert(
      fc.property(label, ending, around, around, (site, top, before, after) => {
        // The abbreviations themselves are no site: nobody can hold `sig.ra`.
        fc.pre(
          !/^(?:f\.lli|s\.lle|(?:d|dott|prof|dr|avv|arch)\.ssa|sig\.(?:ra|na|ri|re)|gent\.m[ao]|egr\.gio|avv\.ti)$/.test(
            `${site}.${top}`,
          ),
        )
        expect(looksLikeAnAddress(`${before}${site}.${top}${after}`)).toBe(true)
      }),
    )
  })

  it('is one when it has only words, blanks and a dot at the end of a word', () => {
    const word = fc.stringMatching(/^[A-Za-zàèéìòù]{1,12}\.?$/).filter((text) => !/^www\.$/i.test(text))
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
        expect(looksLikeAnAddress(words.join(' '))).toBe(false)
      }),
    )
  })

  it('is replaced when it was stored before', () => {
    expect(mailedName('Paga su saldo.help', 'Una persona')).toBe('Una persona')
    expect(mailedName('F.lli Rossi', 'Una persona')).toBe('F.lli Rossi')
  })
})
