import { describe, expect, it } from 'vitest'
import { framed } from './framed.ts'
import { partsOf } from './text-parts.ts'

describe('the text of a mail', () => {
  it('has links to this instance only', () => {
    const text = 'Apri https://saldo.it/#/auth/invito/abc\noppure https://altro.it/x e javascript:alert(1)'
    const parts = partsOf(text, 'https://saldo.it')
    expect(parts.map((part) => part.text).join('')).toBe(text)
    expect(parts.flatMap(({ href }) => href ?? [])).toEqual(['https://saldo.it/#/auth/invito/abc'])
  })
  it('is not fooled by an address that only begins like ours', () => {
    for (const url of ['https://saldo.it.evil.it/', 'https://saldo.it@evil.it/', 'http://saldo.it/'])
      expect(partsOf(url, 'https://saldo.it').every(({ href }) => href === null)).toBe(true)
  })
})

describe('the frame of a mail', () => {
  it('puts its policy before anything of the mail', () => {
    const html = framed('<!DOCTYPE html>\n<html><head><base target="_top"></head><body>Ciao</body></html>')
    expect(html.indexOf("default-src 'none'")).toBeLessThan(html.indexOf('Ciao'))
    expect(html.indexOf('<base target="_blank">')).toBeLessThan(html.indexOf('<base target="_top">'))
    expect(html.match(/<!doctype/gi)).toHaveLength(1)
  })
})
