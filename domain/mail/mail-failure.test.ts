import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { endsAddress, mailFailureOf, mailFailures, statusIn } from './mail-failure.ts'

describe('why a mail did not arrive', () => {
  it.each([
    ['5.1.1', '550 5.1.1 <lucia@example.it>: Recipient address rejected: User unknown', 'no_mailbox', true],
    ['5.1.10', '550 5.1.10 RESOLVER.ADR.RecipientNotFound', 'no_mailbox', true],
    ['5.2.1', '550 5.2.1 The email account that you tried to reach is disabled', 'disabled', true],
    ['5.2.2', '552 5.2.2 The recipient’s inbox is out of storage space', 'full', false],
    ['5.7.1', '550 5.7.1 Message rejected as spam', 'refused_sender', false],
    ['5.7.26', '550 5.7.26 This mail is unauthenticated (SPF, DKIM)', 'refused_sender', false],
    ['4.4.7', 'Message expired', 'no_answer', false],
    ['5.4.4', 'Host or domain name not found', 'no_domain', true],
    ['5.0.0', 'Unrouteable address', 'no_mailbox', true],
    [null, '550 no such user here', 'no_mailbox', true],
    [null, '550 relay access denied', 'refused_sender', false],
    [null, '554 no', 'other', false],
    ['5.9.9', 'who knows', 'other', false],
  ])('%s %s', (status, said, failure, ends) => {
    expect(mailFailureOf(status, said)).toBe(failure)
    expect(endsAddress(mailFailureOf(status, said))).toBe(ends)
  })

  it('is one of those that have a sentence, whatever a server says', () => {
    fc.assert(
      fc.property(fc.option(fc.string()), fc.string(), (status, said) => {
        expect(mailFailures).toContain(mailFailureOf(status, said))
        statusIn(said)
      }),
    )
  })
})
