/**
 * The floors of the server, from the lowest to the highest, and the sections on each in the order in which they stand. What
 * is in a folder below the sections (`ground`) knows none of them. A section imports what stands before it; what must happen
 * in a later one is told by an event (events.ts). `floors.test.ts` names the first import that goes up.
 */
/** Files below every folder: they import none. */
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
  // The people, condominiums and offices that everything else is about.
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
  // What is asked of people, and until when.
  { floor: 'asking', features: ['bills', 'late-interest', 'plans', 'budgets'] },
  // Money that comes, and money that goes back.
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
  // What is read from all of it, and who is told.
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
  // Ways in from outside, which may use everything.
  { floor: 'doors', features: ['mybill', 'research', 'imports', 'demo', 'operations'] },
] as const

export type FeatureName = (typeof floors)[number]['features'][number]
