/**
 * The floors of the server from the lowest to the highest, and the sections on each, in order. A section imports only
 * sections that come before it. Folders below the sections (`ground`) import no section. A later section learns of
 * something by an event (events.ts). `floors.test.ts` names the first import that breaks the order.
 */
/** Files below every folder: they import no folder. */
export const foundation = ['env.ts', 'events.ts', 'feature.ts', 'version.ts', 'http/errors.ts'] as const

export const ground = [
  'db',
  'files',
  'pdf',
  'http',
  'links',
  'jobs',
  'provider',
  'ledger',
  'timeline',
  'mail',
  'identity',
  'exports',
] as const

export const floors = [
  // Registry: people, condominiums, offices.
  {
    floor: 'registry',
    features: [
      'settings',
      'cities',
      'messages',
      'otp',
      'second-steps',
      'auth',
      'sessions',
      'passwords',
      'users',
      'customers',
      'accounts',
      'subjects',
      'units',
      'documents',
      'registration',
      'provider-accounts',
    ],
  },
  // Asking: what people owe and when it is due.
  { floor: 'asking', features: ['bills', 'late-interest', 'plans', 'budgets'] },
  // Paying: money that comes in, and money that goes back.
  {
    floor: 'paying',
    features: [
      'mandates',
      'sources',
      'payments',
      'debits',
      'connected',
      'refunds',
      'disputes',
      'credit-notes',
      'payment-detail',
      'webhooks',
      'payouts',
    ],
  },
  // Watching: what is computed from all of it, and who is told.
  {
    floor: 'watching',
    features: [
      'reconciliation',
      'reminders',
      'arrears',
      'books',
      'dashboard',
      'statements',
      'certificates',
      'agents',
      'audit',
    ],
  },
  // Doors: ways in from outside, which may use everything.
  { floor: 'doors', features: ['mybill', 'research', 'imports', 'demo', 'operations'] },
] as const

export type FeatureName = (typeof floors)[number]['features'][number]
