import { z } from 'zod'
import { endpoint, Id, IdParams, staff } from '../endpoint.ts'
import * as fields from '../fields.ts'

/** An IBAN in a path: base64 or base64url. */
const InPath = z
  .string()
  .min(1)
  .max(200)
  .transform((encoded, context) => {
    try {
      return atob(encoded.replaceAll('-', '+').replaceAll('_', '/'))
    } catch {
      context.addIssue({ code: 'custom', message: 'Nell’indirizzo l’IBAN va scritto in base64.' })
      return z.NEVER
    }
  })

export const Bank = z
  .object({
    abi: z.string(),
    name: z.string(),
    bic: z.string().nullable(),
    active: z.boolean().meta({ description: 'False: merged into another; old IBANs may still work' }),
  })
  .meta({ id: 'Bank' })
export type Bank = z.infer<typeof Bank>

/** The bank's answer about the holder's name: the four of the euro area's Verification of Payee. */
export const holderAnswers = ['match', 'close_match', 'no_match', 'not_possible'] as const
export type HolderAnswer = (typeof holderAnswers)[number]

/** The result of checking an IBAN. A warning does not refuse it. */
export const IbanReport = z
  .object({
    iban: z.string().meta({ description: 'Masked: the first and the last four characters' }),
    valid: z.boolean(),
    reasons: z
      .array(z.enum(['format', 'country', 'length', 'checksum', 'cin', 'blacklisted', 'duplicate']))
      .meta({ description: 'Why it is not valid, most telling first' }),
    message: z.string().nullable().meta({ description: 'The first reason as an Italian sentence' }),
    duplicate_of: z
      .object({ account_id: z.number(), name: z.string() })
      .nullable()
      .meta({ description: 'The condominium that has it, if the caller sees it' }),
    country: z.string(),
    bank: Bank.nullable(),
    warnings: z.array(z.enum(['unknown_bank', 'bank_no_longer_active'])),
    holder: z
      .object({ answer: z.enum(holderAnswers), name: z.string().nullable() })
      .nullable()
      .meta({ description: 'Null: no name was given. `name`: as the bank has it, where it is close' }),
  })
  .meta({ id: 'IbanReport' })
export type IbanReport = z.infer<typeof IbanReport>

const holderName = z.string().trim().max(140).optional()

export const checkIban = endpoint('POST /v1/accounts/check/iban/{iban}', {
  summary:
    'Whether an IBAN (base64 in the path) can be used, of which bank it is, and whether the holder’s name fits',
  allow: staff,
  permission: 'accounts:read',
  scope: 'accounts',
  params: z.object({ iban: InPath }),
  body: z
    .object({
      account_id: Id('account')
        .optional()
        .meta({ description: 'The condominium it is for, no duplicate of itself' }),
      name: holderName.meta({ description: 'The holder’s name, to be compared with the bank’s' }),
    })
    .prefault({}),
  reply: IbanReport,
  refuses: { 400: 'the path is no base64', 404: 'no such condominium, or not yours' },
})

export const checkIbanList = endpoint('POST /v1/accounts/check/iban-list', {
  summary: 'The same for many, in the order given: texts, or objects with a holder’s name',
  allow: staff,
  permission: 'accounts:read',
  scope: 'accounts',
  body: z
    .array(z.union([z.string().max(100), z.object({ iban: z.string().max(100), name: holderName })]))
    .min(1, 'Manda almeno un IBAN.')
    .max(1000, 'Al massimo 1000 IBAN alla volta.'),
  reply: z.array(IbanReport),
})

/** A request to change a condominium's IBAN. `expired`: nobody confirmed it within seven days. */
export const ibanChangeStates = ['pending', 'confirmed', 'withdrawn', 'replaced', 'expired'] as const
export const IbanChange = z
  .object({
    iban_change_id: z.number(),
    account_id: z.number(),
    old_iban: z.string().nullable().meta({ description: 'Masked' }),
    new_iban: z.string().meta({ description: 'Masked' }),
    bank_name: z.string().nullable().meta({ description: 'Of the new one' }),
    state: z.enum(ibanChangeStates),
    told: z.array(z.string()).meta({ description: 'Masked addresses that were told of the request' }),
    code_to: z.string().nullable().meta({
      description: 'Masked address that gets the code; null: only a super user can confirm',
    }),
    requested_by_name: z.string(),
    requested_at: fields.Instant,
    expires_at: fields.Instant,
    decided_by_name: z.string().nullable(),
    decided_at: fields.Instant.nullable(),
  })
  .meta({ id: 'IbanChange' })
export type IbanChange = z.infer<typeof IbanChange>

export const listIbanChanges = endpoint('GET /v1/accounts/iban-changes/{id}', {
  summary: 'The requests to change a condominium’s IBAN, the newest first; at most a hundred',
  allow: staff,
  permission: 'accounts:read',
  scope: 'accounts',
  params: IdParams('account'),
  reply: z.array(IbanChange),
  refuses: { 404: 'no such condominium, or not yours' },
})
export const revealIban = endpoint('POST /v1/accounts/reveal-iban/{id}', {
  summary: 'A condominium’s whole IBAN; who asked is written to the audit log',
  allow: staff,
  permission: 'accounts:write',
  scope: 'accounts',
  step_up: true,
  params: IdParams('account'),
  reply: z.object({ iban: z.string().nullable() }),
  refuses: { 404: 'no such condominium, or not yours' },
})

export const updateIban = endpoint('PUT /v1/accounts/update-iban/{id}/{iban}', {
  summary:
    'Ask for a condominium’s IBAN to be changed: it stays as it is until confirmed. The contacts on file and the full ' +
    'users are told, the office gets a one-time code. What waited before is replaced',
  allow: staff,
  permission: 'accounts:write',
  scope: 'accounts',
  step_up: true,
  params: z.object({ id: Id('account'), iban: InPath.pipe(fields.Iban) }),
  reply: IbanChange,
  refuses: {
    404: 'no such condominium, or not yours',
    409: 'blocked, of another condominium, the same as now, the condominium is closed, or the office’s address is too new',
  },
})
export const sendIbanCode = endpoint('POST /v1/accounts/iban-code/{id}', {
  summary: 'Mail the one-time code again: the earlier one stops working. At most five per request',
  allow: staff,
  permission: 'accounts:write',
  scope: 'accounts',
  params: IdParams('account'),
  reply: IbanChange,
  refuses: {
    404: 'no such condominium, or not yours',
    409: 'no change is waiting, there is no address for the code, or all codes are spent',
  },
})
export const confirmIban = endpoint('PUT /v1/accounts/confirm-iban/{id}', {
  summary:
    'Confirm the IBAN that waits: a super user after a fresh proof, or a full user of the office with the one-time code; where ' +
    'the office has several, not the one who asked',
  allow: staff,
  permission: 'accounts:write',
  scope: 'accounts',
  impersonation: 'refused',
  step_up: 'sometimes',
  params: IdParams('account'),
  body: z.object({ otp: z.string().trim().max(20).optional() }).prefault({}),
  reply: IbanChange,
  refuses: {
    400: 'the code is missing, wrong or expired',
    404: 'no such condominium, or not yours',
    409: 'no change is waiting, somebody else has to confirm, or the IBAN has meanwhile been blocked or taken',
  },
})
export const withdrawIban = endpoint('DELETE /v1/accounts/update-iban/{id}', {
  summary: 'Withdraw the change that waits',
  allow: staff,
  permission: 'accounts:write',
  scope: 'accounts',
  params: IdParams('account'),
  reply: IbanChange,
  refuses: { 404: 'no such condominium, or not yours', 409: 'no change is waiting' },
})
