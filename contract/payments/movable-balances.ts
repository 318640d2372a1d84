import {
  type BalanceRefusal,
  balanceRefusals,
  moneyTransferWays,
} from '@saldo/domain/payments/money-transfer'
import { z } from 'zod'
import { endpoint, Id, IdParams } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { centsRange, dayRange, listEndpoints } from '../list.ts'
import { providerAccounts } from './payments.ts'

declare module '../record-kinds.ts' {
  interface RecordKinds {
    balance_movement: true
  }
}

const superUser = ['super_user'] as const
const readByBackOffice = { allow: superUser, permission: 'payments:read', scope: 'all_customers' } as const

const refusalCodes = Object.keys(balanceRefusals) as [BalanceRefusal, ...BalanceRefusal[]]

/** What of a condominium's money is at the provider, and what of it can be moved now. Cents. */
export const MovableBalance = z
  .object({
    account_id: z.number(),
    account_name: z.string(),
    customer_id: z.number(),
    customer_name: z.string(),
    iban: z.string().nullable().meta({ description: 'Masked' }),
    provider_account: z.enum(providerAccounts),
    way: z.enum(moneyTransferWays),
    platform: z.number().meta({ description: 'Its part of the platform’s balance' }),
    connected: z.number().meta({ description: 'On its connected account' }),
    balance: z.number(),
    held: z.number().meta({ description: 'Held by refunds and recoveries under way' }),
    reserved: z.number().meta({ description: 'Held by transfers that are not sent yet' }),
    movable: z.number(),
    refusal: z.enum(refusalCodes).nullable(),
    why_not: z.string().nullable().meta({ description: 'Why nothing can be moved, as a sentence' }),
    read_at: fields.Instant.nullable().meta({ description: 'When the provider was last asked' }),
  })
  .meta({ id: 'MovableBalance' })
export type MovableBalance = z.infer<typeof MovableBalance>

export const {
  list: listMovableBalances,
  summarise: summariseMovableBalances,
  export: exportMovableBalances,
} = listEndpoints('movable-balances', {
  records: 'Balances of condominiums at the provider',
  record: 'account',
  ...readByBackOffice,
  row: MovableBalance,
  totals: z.object({ count: z.number(), balance: z.number(), movable: z.number() }),
  sorts: ['account_name', 'balance', 'movable'],
  columns: [
    'customer_name',
    'account_name',
    'platform',
    'connected',
    'balance',
    'held',
    'reserved',
    'movable',
    'why_not',
    'read_at',
  ],
  filters: {
    ...centsRange('balance'),
    customer_id: Id('customer').optional(),
    movable: z.enum(['yes', 'no']).optional(),
  },
})

export const readMovableBalance = endpoint('POST /v1/movable-balances/{id}/read', {
  summary: 'Ask the provider for the balance now',
  allow: superUser,
  permission: 'payments:write',
  scope: 'all_customers',
  params: IdParams('account'),
  reply: MovableBalance,
  refuses: { 404: 'no such condominium', 503: 'the provider does not answer' },
})

/** A movement of a condominium's balance at the provider. Cents. */
export const BalanceMovement = z
  .object({
    entry_id: z.number(),
    day: fields.StoredDay,
    kind: z.string(),
    kind_label: z.string(),
    description: z.string(),
    payment_id: z.number().nullable(),
    amount: z.number(),
    balance: z.number().meta({ description: 'After it' }),
  })
  .meta({ id: 'BalanceMovement' })
export type BalanceMovement = z.infer<typeof BalanceMovement>

export const {
  list: listBalanceMovements,
  summarise: summariseBalanceMovements,
  export: exportBalanceMovements,
} = listEndpoints('balance-movements', {
  records: 'The statement of a condominium’s balance at the provider',
  record: 'balance_movement',
  ...readByBackOffice,
  row: BalanceMovement,
  totals: z.object({
    count: z.number(),
    opening: z.number().optional().meta({
      description:
        'Before the first day; left out under a text or ids, whose sums do not lead from one to the other',
    }),
    money_in: z.number(),
    money_out: z.number(),
    closing: z.number().optional().meta({ description: 'At the end of the last day; left out like opening' }),
  }),
  sorts: ['day', 'amount'],
  columns: ['day', 'kind_label', 'description', 'payment_id', 'amount', 'balance'],
  filters: {
    account_id: Id('account'),
    ...dayRange('day'),
  },
})
