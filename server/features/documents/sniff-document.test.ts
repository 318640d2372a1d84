import { documentFormats } from '@saldo/domain/registry/document'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { documentFileName } from './document-file-name.ts'
import { refused, taken } from './sample-files.ts'
import { sniffDocument } from './sniff-document.ts'

describe('the type of a file', () => {
  it.each(Object.entries(taken))('is detected from its content: %s', (_name, [bytes, mime]) => {
    expect(sniffDocument(bytes)).toEqual({ mime })
    expect(Object.keys(documentFormats)).toContain(mime)
  })
  it.each(Object.entries(refused))('does not depend on its name: %s', (_name, bytes) => {
    expect(sniffDocument(bytes)).toEqual({ refused: expect.stringMatching(/\.$/) })
  })
  it('is an accepted type, or a refusal with a sentence, for any bytes', () => {
    const signature = fc.constantFrom(...Object.values(taken).map(([bytes]) => bytes.subarray(0, 8)))
    fc.assert(
      fc.property(signature, fc.uint8Array({ maxLength: 300 }), fc.boolean(), (start, rest, signed) => {
        const sniffed = sniffDocument(signed ? Buffer.concat([start, rest]) : Buffer.from(rest))
        if ('mime' in sniffed) expect(Object.keys(documentFormats)).toContain(sniffed.mime)
        else expect(sniffed.refused).toMatch(/\.$/)
      }),
    )
  })
})

describe('the name of a downloaded file', () => {
  it.each([
    ['carta d’identità.PDF', 'application/pdf', 'carta d’identità.PDF'],
    ['C:\\Utenti\\Lucia\\carta.pdf', 'application/pdf', 'carta.pdf'],
    ['../../etc/passwd', 'application/pdf', 'passwd.pdf'],
    ['foto.pdf', 'image/jpeg', 'foto.pdf.jpg'],
    ['carta\u202efdp.exe', 'application/pdf', 'cartafdp.exe.pdf'],
    ['a\r\nb\u0000.pdf', 'application/pdf', 'ab.pdf'],
    ['', 'image/png', 'documento.png'],
  ])('%j, %s: %j', (claimed, mime, name) => {
    expect(documentFileName(claimed, mime)).toBe(name)
  })
  it('is never a path, never too long, and ends with the right extension', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (claimed) => {
        const name = documentFileName(claimed, 'image/png')
        expect(name).not.toMatch(/[\\/\p{Cc}]/u)
        expect(name.toLowerCase().endsWith('.png')).toBe(true)
        expect([...name].length).toBeLessThanOrEqual(154)
        expect(name.isWellFormed()).toBe(true)
      }),
    )
  })
})
