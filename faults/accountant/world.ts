import type Stripe from 'stripe'

export type Answer = {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: what an API answers is what one finds out here
  body: any
  raw: Buffer
}
export type Asking = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  token?: string | undefined
  key?: string | undefined
  body?: unknown
}
/** Reads rows; the ledger's tables and the outbox of mails alone are looked at in this way. */
// biome-ignore lint/suspicious/noExplicitAny: rows are as the query says
type ReadSql = (words: TemplateStringsArray, ...values: any[]) => PromiseLike<any[]>

/** The product, its provider and their common clock, seen from outside. */
export type World = {
  provider: {
    stripe: Stripe
    stripe2: Stripe
    dispute: (charge: string, reason?: string) => Promise<{ id: string }>
    decide: (dispute: string, status: 'won' | 'lost') => Promise<unknown>
    failRefund: (refund: string) => Promise<unknown>
    completeAccount: (account: string) => Promise<unknown>
  }
  /** The payer decides on the bank's page. */
  decide: (url: string, word: 'Klarna' | 'Klarna refused') => Promise<unknown>
  sql: ReadSql
  moment: () => Date
  call: (asking: Asking) => Promise<Answer>
  upload: (asking: {
    url: string
    token: string
    name: string
    bytes: Uint8Array
    fields?: Record<string, string>
  }) => Promise<Answer>
  /** Waits until all events and jobs are done; returns sentences about failures. */
  settle: () => Promise<string[]>
  /** Moves time for all; returns sentences about failures. */
  pass: (seconds: number) => Promise<string[]>
  /** Changes the product's database from outside, to inject a bug. */
  alter: (statements: string) => Promise<unknown>
  /** `connected`: it has its own account at the provider. */
  openOffice: (of: { name: string; connected: boolean }) => Promise<Ground>
  close: () => Promise<void>
}

/** A new office, without any bills. */
export type Ground = {
  customer_id: number
  accounts: { account_id: number; name: string; provider_account: 'stripe' | 'stripe2' }[]
  subjects: { subject_id: number; nominative: string; email: string | null }[]
  /** Its own account at the provider, and the platform fee of payments to it. */
  connected: { destination: string; fee_bps: number } | null
  token: string
  super_token: string
}
