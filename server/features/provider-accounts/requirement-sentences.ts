/**
 * Sentences for the data that the provider still requires of an account's holder, by its requirement codes
 * (docs.stripe.com/connect/required-verification-information). A person's id in a code (`person_1Abc.email`) stands for
 * any person.
 */
const sentences: Readonly<Record<string, string>> = {
  business_type: 'Di’ se lavori come persona o come società.',
  external_account: 'Indica l’IBAN su cui ricevere gli incassi.',
  'business_profile.mcc': 'Scegli il settore di attività.',
  'business_profile.url': 'Indica il sito dello studio, o descrivi l’attività.',
  'business_profile.product_description': 'Descrivi in una riga l’attività dello studio.',
  'business_profile.support_phone': 'Indica un telefono per chi paga.',
  'business_profile.support_email': 'Indica un indirizzo e-mail per chi paga.',
  'business_profile.annual_revenue': 'Indica il fatturato annuo.',
  'business_profile.estimated_worker_count': 'Indica quante persone lavorano nello studio.',
  'settings.payments.statement_descriptor': 'Scegli il nome che si legge sull’estratto conto di chi paga.',
  tos_acceptance: 'Accetta le condizioni del provider.',
  email: 'Indica un indirizzo e-mail.',
  'company.name': 'Indica la ragione sociale.',
  'company.tax_id': 'Indica il codice fiscale della società.',
  'company.vat_id': 'Indica la partita IVA.',
  'company.registration_number': 'Indica il numero REA.',
  'company.phone': 'Indica il telefono della società.',
  'company.address': 'Indica la sede della società.',
  'company.structure': 'Indica la forma giuridica della società.',
  'company.owners_provided': 'Conferma di avere indicato tutti i titolari.',
  'company.directors_provided': 'Conferma di avere indicato tutti gli amministratori.',
  'company.executives_provided': 'Conferma di avere indicato chi dirige la società.',
  'company.ownership_declaration': 'Conferma la dichiarazione sui titolari effettivi.',
  'company.verification.document': 'Carica la visura camerale.',
  'company.verification.additional_document': 'Carica un altro documento della società.',
  'documents.bank_account_ownership_verification': 'Carica un estratto del conto che mostri l’intestatario.',
  'documents.company_license': 'Carica la licenza della società.',
  'documents.company_registration_verification': 'Carica la visura camerale.',
  'documents.company_tax_id_verification': 'Carica il certificato del codice fiscale della società.',
  'documents.proof_of_registration': 'Carica la prova dell’iscrizione al registro delle imprese.',
  'documents.proof_of_ultimate_beneficial_ownership': 'Carica la prova di chi sono i titolari effettivi.',
  representative: 'Indica chi rappresenta lo studio.',
  owners: 'Indica i titolari.',
  directors: 'Indica gli amministratori della società.',
  executives: 'Indica chi dirige la società.',
}

/** Requirements about a person: `individual`, the representative, an owner. */
const ofPerson: Readonly<Record<string, string>> = {
  first_name: 'il nome',
  last_name: 'il cognome',
  full_name_aliases: 'gli altri nomi usati',
  dob: 'la data di nascita',
  address: 'la residenza',
  email: 'l’indirizzo e-mail',
  phone: 'il telefono',
  id_number: 'il codice fiscale',
  nationality: 'la nazionalità',
  political_exposure: 'se ricopre cariche pubbliche',
  'relationship.title': 'il ruolo',
  'relationship.owner': 'se è titolare',
  'relationship.director': 'se è amministratore',
  'relationship.executive': 'se dirige la società',
  'relationship.representative': 'se rappresenta lo studio',
  'relationship.percent_ownership': 'la quota posseduta',
}
const documentsOfPerson: Readonly<Record<string, string>> = {
  'verification.document': 'Carica un documento d’identità',
  'verification.additional_document': 'Carica una prova di residenza',
  'verification.proof_of_liveness': 'Fai il riconoscimento con la fotocamera',
  'documents.passport': 'Carica il passaporto',
  'documents.visa': 'Carica il permesso di soggiorno',
  'documents.company_authorization': 'Carica la delega a rappresentare lo studio',
}

const people: Readonly<Record<string, string>> = {
  individual: 'tuo',
  representative: 'di chi rappresenta lo studio',
  owners: 'di ogni titolare',
  directors: 'di ogni amministratore',
  executives: 'di chi dirige la società',
}

/** The Italian sentence for a requirement code; a general sentence for an unknown one. */
export function requirementSentence(code: string): string {
  return (
    personSentence(code) ??
    known(sentences, code) ??
    'Il provider chiede un altro dato: lo trovi sulla sua pagina.'
  )
}

function personSentence(code: string): string | null {
  const [first = '', ...rest] = code.split('.')
  const whose = first.startsWith('person_') ? 'di chi rappresenta lo studio' : people[first]
  if (!whose || rest.length === 0) return null
  const what = rest.join('.')
  const upload = known(documentsOfPerson, what)
  if (upload) return whose === 'tuo' ? `${upload}.` : `${upload} ${whose}.`
  const asked = known(ofPerson, what)
  if (!asked) return null
  return whose === 'tuo' ? `Indica ${asked}.` : `Indica ${asked} ${whose}.`
}

/** Looks up the code itself, else its prefix: `company.address.line1` asks for the address. */
function known(table: Readonly<Record<string, string>>, code: string): string | null {
  for (let part = code; part !== ''; part = part.slice(0, Math.max(0, part.lastIndexOf('.'))))
    if (Object.hasOwn(table, part)) return table[part] as string
  return null
}

const disabledReasons: Readonly<Record<string, string>> = {
  'requirements.past_due': 'Mancano dati che il provider aspettava.',
  'requirements.pending_verification': 'Il provider sta controllando i dati.',
  under_review: 'Il provider sta controllando l’account.',
  listed: 'Il provider sta controllando un nome che compare in un elenco di sanzioni.',
  platform_paused: 'L’account è in pausa: scrivi all’assistenza.',
  'action_required.requested_capabilities': 'Il provider aspetta una tua conferma sulla sua pagina.',
  'rejected.fraud': 'Il provider ha chiuso l’account per sospetta frode.',
  'rejected.terms_of_service': 'Il provider ha chiuso l’account: le sue condizioni non lo ammettono.',
  'rejected.incomplete_verification': 'Il provider ha chiuso l’account: i dati non sono mai arrivati.',
  'rejected.listed': 'Il provider ha chiuso l’account: un nome compare in un elenco di sanzioni.',
}

export const disabledSentence = (reason: string): string =>
  known(disabledReasons, reason) ??
  (reason.startsWith('rejected')
    ? 'Il provider ha chiuso l’account. Scrivi all’assistenza per sapere perché.'
    : 'Il provider ha fermato l’account. Scrivi all’assistenza per sapere perché.')

const capabilityLabels: Readonly<Record<string, string>> = {
  transfers: 'Ricevere gli incassi',
  card_payments: 'Pagamenti con carta',
  sepa_debit_payments: 'Addebiti SEPA',
  klarna_payments: 'Klarna',
  bank_transfer_payments: 'Bonifici',
}

export const capabilityLabel = (name: string): string =>
  capabilityLabels[name] ?? name.replace(/_payments$/, '').replaceAll('_', ' ')
