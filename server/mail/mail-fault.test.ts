import { expect, it } from 'vitest'
import { faultOf, type SmtpError } from './mail-fault.ts'

const error = (of: Partial<SmtpError>): SmtpError => Object.assign(new Error(of.response ?? 'x'), of)

it.each([
  [
    'an unknown mailbox',
    { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response: '550 5.1.1 User unknown' },
  ],
  ['a full mailbox, for good', { command: 'RCPT TO', responseCode: 552, response: '552 5.2.2 Mailbox full' }],
  ['a refusal without status', { command: 'RCPT TO', responseCode: 550, response: '550 no such user' }],
  ['an address that is none', { code: 'EENVELOPE', response: 'No recipients defined' }],
])('%s is the recipient’s', (_, of) => {
  expect(faultOf(error(of))).toBe('recipient')
})

it.each([
  [
    'sign_in',
    { code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535, response: '535 5.7.8 Bad credentials' },
  ],
  [
    'sign_in',
    {
      code: 'EENVELOPE',
      command: 'MAIL FROM',
      responseCode: 530,
      response: '530 5.7.0 Authentication required',
    },
  ],
  [
    'sender',
    {
      code: 'EENVELOPE',
      command: 'MAIL FROM',
      responseCode: 553,
      response: '553 5.7.1 Sender address rejected',
    },
  ],
  [
    'sender',
    { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 554, response: '554 5.7.1 Relay access denied' },
  ],
  ['sender', { command: 'RCPT TO', responseCode: 550, response: '550 relay not permitted' }],
  ['sender', { code: 'EMESSAGE', command: 'DATA', responseCode: 550, response: '550 5.7.26 DMARC policy' }],
  [
    'message',
    { code: 'EMESSAGE', command: 'DATA', responseCode: 552, response: '552 5.3.4 Message too big' },
  ],
  ['connection', { code: 'ECONNECTION', response: 'connect ECONNREFUSED 127.0.0.1:25' }],
  ['connection', { code: 'ETLS', response: 'self-signed certificate' }],
  [
    'connection',
    { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 451, response: '451 4.7.1 Greylisted' },
  ],
] as const)('%s: %o', (fault, of) => {
  expect(faultOf(error(of))).toBe(fault)
})
