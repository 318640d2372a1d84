import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  arf,
  exchangeReport,
  eximPlain,
  eximReport,
  gmailReport,
  postfixDelayed,
  postfixReport,
} from '../testing/sample-reports.ts'
import { readReports } from './read-report.ts'

const id = '<saldo.7.0123456789abcdef0123@saldo.example>'
const read = (text: string) => readReports(Buffer.from(text.replace(/\r?\n/g, '\r\n')))

describe('a mail that came back', () => {
  it.each([
    ['Postfix', postfixReport(id), 'failed', '5.1.1', 'User unknown'],
    ['Postfix, while it still tries', postfixDelayed(id), 'delayed', '4.4.1', 'Connection timed out'],
    ['Exim', eximReport(id), 'failed', '5.0.0', 'Unrouteable address'],
    ['Exchange', exchangeReport(id), 'failed', '5.1.10', 'RecipientNotFound'],
    ['Gmail', gmailReport(id), 'failed', '5.1.1', 'does not exist'],
  ])('from %s names address, status and words', async (_, text, kind, status, words) => {
    const [report, ...others] = await read(text)
    expect(others).toEqual([])
    expect(report).toMatchObject({ kind, status })
    expect(report?.recipients).toContain('lucia@example.it')
    expect(report?.said).toContain(words)
    expect(report?.refers).toContain(id)
  })

  it('from an old Exim, as plain text, names them too', async () => {
    const [report] = await read(eximPlain(id))
    expect(report).toMatchObject({ kind: 'failed', recipients: ['lucia@example.it'], status: '5.1.1' })
    expect(report?.said).toContain('no such mailbox')
  })

  it('as a complaint says so', async () => {
    expect(await read(arf(id))).toMatchObject([{ kind: 'complaint', recipients: ['lucia@example.it'] }])
  })

  it('about two addresses is two reports', async () => {
    const two = postfixReport(id).replace(
      'Final-Recipient: rfc822; lucia@example.it',
      'Final-Recipient: rfc822; bruno@example.it\nAction: failed\nStatus: 5.2.2\nDiagnostic-Code: smtp; 552 full\n\nFinal-Recipient: rfc822; lucia@example.it',
    )
    expect((await read(two)).map(({ recipients }) => recipients.at(-1))).toEqual([
      'bruno@example.it',
      'lucia@example.it',
    ])
  })

  it('with good news is no report', async () => {
    expect(await read(postfixReport(id).replace('Action: failed', 'Action: relayed'))).toEqual([])
  })

  it('that is an answer, or nothing at all, is unreadable', async () => {
    const answer = 'From: lucia@example.it\nSubject: Sono in ferie\n\nTorno lunedì.'
    for (const text of [answer, '', 'x', 'Content-Type: multipart/report; boundary=a\n\n--a'])
      expect(await read(text)).toMatchObject([{ kind: 'unreadable', recipients: [] }])
  })

  it('never makes a fault, whatever it is', async () => {
    const samples = [postfixReport(id), exchangeReport(id), eximPlain(id), arf(id)]
    const broken = fc
      .tuple(fc.constantFrom(...samples), fc.nat(4000), fc.nat(200), fc.string())
      .map(([text, at, less, more]) => text.slice(0, at) + more + text.slice(at + less))
    await fc.assert(
      fc.asyncProperty(fc.oneof(broken, fc.string()), async (text) => Array.isArray(await read(text))),
      { numRuns: 300 },
    )
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), async (bytes) =>
        Array.isArray(await readReports(Buffer.from(bytes))),
      ),
    )
  })

  it('nested a hundred times, or with endless headers, is read in time', async () => {
    const nested = Array.from(
      { length: 100 },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\n`,
    ).join('')
    expect(await read(nested)).toMatchObject([{ kind: 'unreadable' }])
    expect(await read(`X: ${'a'.repeat(500_000)}\n\nx`)).toMatchObject([{ kind: 'unreadable' }])
  })
})
