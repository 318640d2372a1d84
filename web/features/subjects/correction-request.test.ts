import { describe, expect, it } from 'vitest'
import { correctionRequest } from './correction-request.ts'

const office = { business_name: 'Studio Bianchi', email: 'studio@example.it', phone: null }

describe('a request to correct one’s data', () => {
  it('is a mail to the office with a subject and what to fill in, whatever the name contains', () => {
    const url = new URL(correctionRequest('Rossi & Figli', office) as string)
    expect([url.protocol, url.pathname]).toEqual(['mailto:', 'studio@example.it'])
    expect(url.searchParams.get('subject')).toBe('Correzione dei miei dati: Rossi & Figli')
    expect(url.searchParams.get('body')).toMatch(/^Buongiorno Studio Bianchi,\r\n[\s\S]*\r\nRossi & Figli$/)
  })
  it('cannot name another recipient by the address', () => {
    const url = correctionRequest('Rossi', { ...office, email: 'a@example.it?bcc=b@example.it' }) as string
    expect(new URL(url).searchParams.has('bcc')).toBe(false)
  })
  it('is none when the office has no address', () => {
    expect(correctionRequest('Rossi', { ...office, email: null })).toBeNull()
  })
})
