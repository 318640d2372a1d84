import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mailMark, mailReference, mailsReferredTo, markLinks, readMailMark } from './mail-reference.ts'

const secret = 'a1'.repeat(32)
const env = { SALDO_SECRET: secret, PUBLIC_URL: 'https://saldo.example' }

describe('the reference of a mail', () => {
  it('is found in a report, in whatever case it comes back', () => {
    const text = `Original-Message-ID: <${mailReference(secret, 7).toUpperCase()}@saldo.example>`
    expect(mailsReferredTo(secret, text)).toEqual([7])
  })
  it('cannot be made up for another mail', () => {
    const digits = mailReference(secret, 7).slice(-20)
    expect(
      mailsReferredTo(secret, `<saldo.8.${digits}@saldo.example> <saldo.7.${'0'.repeat(20)}@x>`),
    ).toEqual([])
    expect(mailsReferredTo(secret, mailReference('b2'.repeat(32), 7))).toEqual([])
  })
  it('is read from any text without a fault', () => {
    fc.assert(fc.property(fc.string(), (text) => mailsReferredTo(secret, text).length === 0))
  })
})

describe('the mark of a mail', () => {
  it('names its mail, and nothing else can be made of it', () => {
    const mark = mailMark(secret, 123_456)
    expect(readMailMark(secret, mark)).toBe(123_456)
    for (const wrong of [mark.slice(1), `${mark}A`, mark.replace(/.$/, mark.endsWith('A') ? 'B' : 'A'), ''])
      expect(readMailMark(secret, wrong)).toBeNull()
    expect(readMailMark('b2'.repeat(32), mark)).toBeNull()
  })
  it('is added to the links of bills, plans, mandates and receipts, and to no other', () => {
    const token = 'k'.repeat(32)
    const of = (path: string) => `https://saldo.example/#/${path}`
    const drawn = `https://saldo.example/mybill/${token}`
    const text = [
      of(`mybill/${token}`),
      of(`piano/${token}`),
      of(`auth/recovery/${token}`),
      of('transazioni/7'),
      `https://evil.example/#/mybill/${token}`,
      drawn,
    ]
    const marked = markLinks(env, 7, { html: `<a href="${text[0]}">Paga</a>`, text: text.join('\n') })
    const mark = `?m=${mailMark(secret, 7)}`
    expect(marked.html).toBe(`<a href="${text[0]}${mark}">Paga</a>`)
    expect(marked.text.split('\n')).toEqual([
      `${text[0]}${mark}`,
      `${text[1]}${mark}`,
      text[2],
      text[3],
      text[4],
      `${drawn}#${mark.slice(1)}`,
    ])
  })
})
