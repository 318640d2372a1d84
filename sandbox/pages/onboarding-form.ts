import type Stripe from 'stripe'
import type { ApiError } from '../errors.ts'
import { at, type Params } from '../params.ts'
import { missing } from '../resources/accounts/account-requirements.ts'
import { escaped, pageHtml } from './page.ts'

interface Question {
  /** name of the form field, which is Stripe's parameter */
  field: string
  label: string
  hint?: string
}

/** The question for each requirement. */
const questions: Record<string, Question> = {
  'business_profile.product_description': {
    field: 'business_profile[product_description]',
    label: 'Per che cosa incassi',
    hint: 'Ad esempio: spese condominiali',
  },
  external_account: { field: 'external_account[account_number]', label: 'IBAN su cui ricevere gli incassi' },
  'company.name': { field: 'company[name]', label: 'Denominazione' },
  'company.tax_id': { field: 'company[tax_id]', label: 'Codice fiscale o partita IVA' },
  'individual.first_name': { field: 'individual[first_name]', label: 'Nome' },
  'individual.last_name': { field: 'individual[last_name]', label: 'Cognome' },
}

const types: Record<string, string> = {
  non_profit: 'Condominio o associazione',
  company: 'Impresa',
  individual: 'Persona',
  government_entity: 'Ente pubblico',
}

/** The form with one field for each missing requirement; `error` is shown at its field. */
export function onboardingPage(
  account: Stripe.Account,
  update: boolean,
  error?: ApiError,
  given: Params = {},
): string {
  const due = missing(account)
  const asked = due.filter((name) => questions[name])
  const fields = [
    ...(due.includes('business_type') ? [typeField(given)] : []),
    ...(update && !asked.includes('external_account') ? [...asked, 'external_account'] : asked).map((name) =>
      textField(questions[name] as Question, given, error),
    ),
    ...(due.some((name) => name.startsWith('tos_acceptance')) ? [termsField(given)] : []),
  ]
  return pageHtml(
    update ? 'Aggiorna i dati dell’account' : 'Completa i dati dell’account',
    `<h1>${update ? 'Aggiorna i dati' : 'Completa i dati per incassare'}</h1>
<p>${escaped(account.business_profile?.name ?? account.company?.name ?? account.email ?? account.id)}</p>
${error && !error.body.param ? `<p class="error" role="alert">${escaped(error.message)}</p>` : ''}
<form method="post">
${fields.join('\n')}
<button class="yes" name="action" value="save">Salva e continua</button>
<button class="no" name="action" value="later">Continua più tardi</button>
</form>`,
  )
}

function typeField(given: Params): string {
  const options = Object.entries(types).map(
    ([value, label]) =>
      `<option value="${value}"${given.business_type === value ? ' selected' : ''}>${escaped(label)}</option>`,
  )
  return `<label>Chi incassa<select name="business_type">${options.join('')}</select></label>`
}

function textField({ field, label, hint }: Question, given: Params, error: ApiError | undefined): string {
  const value = at(given, field)
  const wrong = error?.body.param === field
  const id = field.replaceAll(/\W+/g, '_')
  return `<label>${escaped(label)}
<input name="${field}" value="${typeof value === 'string' ? escaped(value) : ''}" autocomplete="off"${
    hint ? ` placeholder="${escaped(hint)}"` : ''
  }${wrong ? ` aria-invalid="true" aria-describedby="${id}_error"` : ''}></label>${
    wrong ? `\n<p class="error" id="${id}_error">${escaped(words[field] ?? error.message)}</p>` : ''
  }`
}

function termsField(given: Params): string {
  const checked = given.accepted ? ' checked' : ''
  return `<label class="check"><input type="checkbox" name="accepted" value="yes"${checked}> Accetto le condizioni del servizio</label>`
}

const words: Record<string, string> = {
  'external_account[account_number]': 'Questo IBAN non è valido: controlla le cifre.',
}
