/* What the specification names, as it writes it: docs/specification-coverage.md must have a row for each. */

/** §2: routes. */
export const pages = [
  ...['/web', '/web/checkout/{username}/{password}/{token}', '/web/sso/{token}', '/webhook/{token}'],
  ...['/checkout-result/{token}', '/sign/{token}', '/viewer/{token}', '/viewer/{token}/{id}', '/auth'],
  ...['/auth/login', '/auth/register', '/auth/recovery', '/auth/checkout/{username}/{password}/{token}'],
  ...['/404', '/500', '/403', '/mybill/{id}', '/', '/dashboard'],
]

/** §3: entities. */
export const entities = [
  ...['User', 'Customer', 'Customer state check', 'City', 'Push message', 'Oauth session', 'Account'],
  ...['B2C registration payload', 'Payment source/charge payload', 'Payment sources'],
  ...['Card payment provider public keys', 'API login', 'Front-end versions', 'Services/billing state'],
  ...['One-time code', 'Basket', 'Global search state', 'Search result', 'Session', 'Current bill widget'],
  ...['Payment method values', 'Card brands'],
]

const accounts = [
  'GET customer/{id}',
  'GET exists-by-taxid/{x}',
  'GET exists-by-iban/{x}',
  'PUT ',
  'POST ',
  'GET {id}',
  'GET user/{id}',
  'POST import/check/{id}',
  'POST import/{id}',
  'POST update-flags/{id}',
  'PUT activated/{id}',
  'POST check/iban/{iban}',
  'POST check/iban-list/',
  'GET docs/{id}',
  'GET docs/download/{id}',
  'PUT docs/{a}/{b}',
  'POST docs/checked/{id}',
  'POST docs/invalid/{id}',
  'PUT update-iban/{id}/{iban}',
  'PUT confirm-iban/{id}',
  'DELETE {id}',
]
const customers = [
  'PUT ',
  'PUT incomplete',
  'GET state/{id}',
  'GET {id}',
  'GET ',
  'GET incomplete',
  'GET groups',
  'GET sectors',
  'GET docs/{id}',
  'GET docs/download/{id}',
  'PUT docs/{a}/{b}',
  'POST docs/checked/{id}',
  'POST docs/invalid/{id}',
  'DELETE docs/delete/{id}',
]
const stripe = [
  'POST charge/{optional}',
  'POST save_source',
  'POST confirm_payment/{optional}',
  'POST klarna/{optional}',
  'GET apikey',
  'POST retrieve_sources',
  'POST retrieve_sources/{x}',
  'POST create_source',
  'POST create_source/bylink',
  'POST delete_source/{a}/{b}',
  'POST exp_date/{a}/{b}/{c}',
  'GET account/retrieve/{id}',
  'POST account/create/{id}',
  'POST account/delete/{id}',
  'POST account/delete-sepa/{id}',
  'POST account/update/{id}',
  'POST refund/{id}',
]
const users = [
  'GET me',
  'GET mine',
  'GET {id}',
  'POST ',
  'DELETE {id}',
  'POST btoc/register',
  'POST recovery/password',
  'POST change/password',
  'POST btoc/delete/{id}',
  'POST btoc/create/{id}',
  'POST api/login',
  'PUT firebase/0/{token}',
]

const settings = [
  'POST email/template-upload',
  'POST email/template-update',
  'POST email/template-update-live',
  'POST email/template-update-sandbox',
  'POST email/template-update-design',
  'POST email/template-test-legacy',
  'POST email/template-test',
  'GET email/template',
  'GET email/template-id/{id}',
  'GET email/merge-tags',
]

const under = (base: string, calls: readonly string[]) =>
  calls.map((call) => call.replace(' ', ` /v1/${base}/`).replace(/\/$/, ''))

/** §7: calls. The provider's profile is at its own host in the specification, and at ours here. */
export const calls = [
  ...['POST /oauth/token', 'GET /v1/city', 'POST /v1/otp/request', 'POST /v1/otp/verify'],
  ...['GET /v1/research/find-all/{text}', 'POST /v1/research/find'],
  ...under('accounts', accounts),
  ...under('customers', customers),
  ...under('push/message', ['GET ', 'DELETE {id}', 'POST {id}', 'PUT {id}']),
  ...under('stripe', stripe),
  ...under('users', users),
  ...under('settings', settings),
  ...['GET /v1/settings/versions', 'GET /v1/account'],
]

/** §7: calls that do not exist yet. Whoever builds one moves it above and names its test. */
export const missingCalls: readonly string[] = []
