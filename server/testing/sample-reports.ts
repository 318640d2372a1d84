/* Reports as mail servers send them, about the mail with this Message-ID to lucia@example.it; for tests. */

const original = (message_id: string) => `From: Saldo <noreply@saldo.example>
To: lucia@example.it
Subject: Ricevuta
Message-ID: ${message_id}
Date: Thu, 26 Nov 2026 10:00:00 +0000
`

export const postfixReport = (message_id: string): string => `Return-Path: <>
From: MAILER-DAEMON@mail.saldo.example (Mail Delivery System)
To: bounces@saldo.example
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="4XyZ.1764151200/mail.saldo.example"

This is a MIME-encapsulated message.

--4XyZ.1764151200/mail.saldo.example
Content-Description: Notification
Content-Type: text/plain; charset=utf-8

This is the mail system at host mail.saldo.example.

<lucia@example.it>: host mx.example.it[203.0.113.9] said: 550 5.1.1
    <lucia@example.it>: Recipient address rejected: User unknown (in reply to
    RCPT TO command)

--4XyZ.1764151200/mail.saldo.example
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.saldo.example
X-Postfix-Queue-ID: 4XyZ
X-Postfix-Sender: rfc822; bounces@saldo.example
Arrival-Date: Thu, 26 Nov 2026 10:00:00 +0000 (UTC)

Final-Recipient: rfc822; lucia@example.it
Original-Recipient: rfc822;lucia@example.it
Action: failed
Status: 5.1.1
Remote-MTA: dns; mx.example.it
Diagnostic-Code: smtp; 550 5.1.1 <lucia@example.it>: Recipient address
    rejected: User unknown

--4XyZ.1764151200/mail.saldo.example
Content-Description: Undelivered Message Headers
Content-Type: text/rfc822-headers

${original(message_id)}
--4XyZ.1764151200/mail.saldo.example--
`

export const postfixDelayed = (message_id: string): string =>
  postfixReport(message_id)
    .replace('Undelivered Mail Returned to Sender', 'Delayed Mail (still being retried)')
    .replace('Action: failed\nStatus: 5.1.1', 'Action: delayed\nStatus: 4.4.1')
    .replace(
      /Diagnostic-Code: smtp; 550[^\n]*\n {4}rejected: User unknown/,
      'Diagnostic-Code: X-Postfix; connect to mx.example.it[203.0.113.9]:25: Connection timed out',
    )

export const eximReport = (message_id: string): string => `Return-path: <>
X-Failed-Recipients: lucia@example.it
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@mail.saldo.example>
To: bounces@saldo.example
Content-Type: multipart/report; report-type=delivery-status; boundary=1764151200-eximdsn-5
MIME-Version: 1.0
Subject: Mail delivery failed: returning message to sender

--1764151200-eximdsn-5
Content-type: text/plain; charset=us-ascii

This message was created automatically by mail delivery software.

  lucia@example.it
    Unrouteable address

--1764151200-eximdsn-5
Content-type: message/delivery-status

Reporting-MTA: dns; mail.saldo.example

Action: failed
Final-Recipient: rfc822;lucia@example.it
Status: 5.0.0
Diagnostic-Code: X-Exim; Unrouteable address

--1764151200-eximdsn-5
Content-type: message/rfc822

${original(message_id)}
Corpo.

--1764151200-eximdsn-5--
`

export const eximPlain = (message_id: string): string => `Return-path: <>
X-Failed-Recipients: lucia@example.it
Auto-Submitted: auto-generated
From: Mail Delivery System <Mailer-Daemon@mail.saldo.example>
To: bounces@saldo.example
Subject: Mail delivery failed: returning message to sender

This message was created automatically by mail delivery software.
A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  lucia@example.it
    SMTP error from remote mail server after RCPT TO:<lucia@example.it>:
    host mx.example.it [203.0.113.9]: 550 5.1.1 no such mailbox

------ This is a copy of the message, including all the headers. ------

${original(message_id)}
`

export const exchangeReport = (
  message_id: string,
): string => `From: Microsoft Outlook <MicrosoftExchange329e71ec88ae@example.it>
To: <bounces@saldo.example>
Subject: =?utf-8?B?Tm9uIHJlY2FwaXRhYmlsZTogUmljZXZ1dGE=?=
In-Reply-To: ${message_id}
References: ${message_id}
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="_f3a1_"

--_f3a1_
Content-Type: multipart/alternative; differences=Content-Type;
	boundary="_b2_"

--_b2_
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: base64

UmVjYXBpdG8gbm9uIHJpdXNjaXRv

--_b2_--

--_f3a1_
Content-Type: message/delivery-status

Reporting-MTA: dns;DB9PR04MB1234.eurprd04.prod.outlook.com
Received-From-MTA: dns;mail.saldo.example
Arrival-Date: Thu, 26 Nov 2026 10:00:02 +0000

Final-Recipient: rfc822;lucia@example.it
Action: failed
Status: 5.1.10
Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not
 found by SMTP address lookup
X-Display-Name: Lucia

--_f3a1_
Content-Type: message/rfc822

${original(message_id)}
--_f3a1_--
`

export const gmailReport = (message_id: string): string => `Delivered-To: bounces@saldo.example
Return-Path: <>
From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>
To: bounces@saldo.example
Auto-Submitted: auto-replied
Subject: Delivery Status Notification (Failure)
References: ${message_id}
In-Reply-To: ${message_id}
X-Failed-Recipients: lucia@example.it
MIME-Version: 1.0
Content-Type: multipart/report; boundary="0000000000001a2b3c"; report-type=delivery-status

--0000000000001a2b3c
Content-Type: multipart/related; boundary="0000000000001a2b3d"

--0000000000001a2b3d
Content-Type: text/plain; charset="UTF-8"

** Address not found **

--0000000000001a2b3d--
--0000000000001a2b3c
Content-Type: message/delivery-status

Reporting-MTA: dns; googlemail.com
Arrival-Date: Thu, 26 Nov 2026 02:00:01 -0800 (PST)
X-Original-Message-ID: ${message_id}

Final-Recipient: rfc822; lucia@example.it
Action: failed
Status: 5.1.1
Remote-MTA: dns; gmail-smtp-in.l.google.com. (2a00:1450::1b, the server for the domain example.it.)
Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please try
 550 5.1.1 double-checking the recipient's email address. - gsmtp
Last-Attempt-Date: Thu, 26 Nov 2026 02:00:01 -0800 (PST)

--0000000000001a2b3c
Content-Type: message/rfc822

${original(message_id)}
--0000000000001a2b3c--
`

export const arf = (message_id: string): string => `From: <abuse@provider.example>
To: bounces@saldo.example
Subject: FW: Ricevuta
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="part1_13d"

--part1_13d
Content-Type: text/plain; charset="US-ASCII"

This is an email abuse report.

--part1_13d
Content-Type: message/feedback-report

Feedback-Type: abuse
User-Agent: SomeGenerator/1.0
Version: 1
Original-Mail-From: <bounces@saldo.example>
Original-Rcpt-To: <lucia@example.it>
Arrival-Date: Thu, 26 Nov 2026 10:00:00 +0000

--part1_13d
Content-Type: message/rfc822

${original(message_id)}
Corpo.

--part1_13d--
`
