/** What a SEPA account does when it is debited. `soon` and `later` are delays of the settings. */
export interface DebitBehaviour {
  after: 'soon' | 'later'
  outcome: 'succeeds' | 'disputed' | { failure_code: string; failure_message: string }
}

export const debitBehaviours = {
  succeeds: { after: 'soon', outcome: 'succeeds' },
  succeeds_later: { after: 'later', outcome: 'succeeds' },
  disputed: { after: 'soon', outcome: 'disputed' },
  fails: {
    after: 'soon',
    outcome: failure('incorrect_account_holder_name', 'The account holder name does not match the account.'),
  },
  fails_later: {
    after: 'later',
    outcome: failure('incorrect_account_holder_name', 'The account holder name does not match the account.'),
  },
  insufficient_funds: {
    after: 'soon',
    outcome: failure(
      'insufficient_funds',
      "The customer's account has insufficient funds to cover this payment.",
    ),
  },
  exceeds_source_limit: {
    after: 'soon',
    outcome: failure(
      'charge_exceeds_source_limit',
      'This payment would cause the account to exceed its weekly payment volume limit.',
    ),
  },
  exceeds_weekly_limit: {
    after: 'soon',
    outcome: failure(
      'charge_exceeds_weekly_limit',
      'This payment exceeds the weekly limit of transactions of this account.',
    ),
  },
} as const satisfies Record<string, DebitBehaviour>

export type DebitBehaviourName = keyof typeof debitBehaviours

export interface TestIban {
  iban: string
  behaviour: DebitBehaviourName
}

const order = [
  'succeeds',
  'succeeds_later',
  'fails',
  'fails_later',
  'disputed',
  'exceeds_source_limit',
  'exceeds_weekly_limit',
  'insufficient_funds',
] as const

/** Stripe's documented accounts, one row a country, columns in the order above. */
const documented = [
  [
    'AT611904300234573201',
    'AT321904300235473204',
    'AT861904300235473202',
    'AT051904300235473205',
    'AT591904300235473203',
    'AT981904300000343434',
    'AT601904300000121212',
    'AT981904300002222227',
  ],
  [
    'BE62510007547061',
    'BE78510007547064',
    'BE68539007547034',
    'BE51510007547065',
    'BE08510007547063',
    'BE90510000343434',
    'BE52510000121212',
    'BE90510002222227',
  ],
  [
    'DE89370400440532013000',
    'DE08370400440532013003',
    'DE62370400440532013001',
    'DE78370400440532013004',
    'DE35370400440532013002',
    'DE65370400440000343434',
    'DE27370400440000121212',
    'DE65370400440002222227',
  ],
  [
    'ES0700120345030000067890',
    'ES2300120345030000067893',
    'ES9121000418450200051332',
    'ES9300120345030000067894',
    'ES5000120345030000067892',
    'ES1700120345000000343434',
    'ES7600120345000000121212',
    'ES1700120345000002222227',
  ],
  [
    'FR1420041010050500013M02606',
    'FR3020041010050500013M02609',
    'FR8420041010050500013M02607',
    'FR7920041010050500013M02600',
    'FR5720041010050500013M02608',
    'FR9720041010050000000343434',
    'FR5920041010050000000121212',
    'FR9720041010050000002222227',
  ],
  [
    'IE29AIBK93115212345678',
    'IE24AIBK93115212345671',
    'IE02AIBK93115212345679',
    'IE94AIBK93115212345672',
    'IE51AIBK93115212345670',
    'IE10AIBK93115200343434',
    'IE69AIBK93115200121212',
    'IE10AIBK93115202222227',
  ],
  [
    'LU280019400644750000',
    'LU440019400644750003',
    'LU980019400644750001',
    'LU170019400644750004',
    'LU710019400644750002',
    'LU900010000000343434',
    'LU520010000000121212',
    'LU900010000002222227',
  ],
  [
    'PT50000201231234567890154',
    'PT66000201231234567890157',
    'PT23000201231234567890155',
    'PT39000201231234567890158',
    'PT93000201231234567890156',
    'PT05000201230000000343434',
    'PT64000201230000000121212',
    'PT05000201230000002222227',
  ],
] as const

/** Stripe documents none for Italy. These have an ABI that no bank has, with correct CIN and check digits. */
const italian: readonly TestIban[] = [
  { iban: 'IT56B9999999999000000000001', behaviour: 'succeeds' },
  { iban: 'IT33C9999999999000000000002', behaviour: 'fails' },
  { iban: 'IT10D9999999999000000000003', behaviour: 'disputed' },
  { iban: 'IT84E9999999999000000000004', behaviour: 'succeeds_later' },
  { iban: 'IT61F9999999999000000000005', behaviour: 'fails_later' },
  { iban: 'IT38G9999999999000000000006', behaviour: 'insufficient_funds' },
]

/** Accounts with a special behaviour; any other valid IBAN succeeds soon. */
export const testIbans: readonly TestIban[] = [
  ...italian,
  ...documented.flatMap((row) =>
    row.map((iban, column) => ({ iban, behaviour: order[column] ?? 'succeeds' })),
  ),
]

function failure(failure_code: string, failure_message: string) {
  return { failure_code, failure_message }
}
