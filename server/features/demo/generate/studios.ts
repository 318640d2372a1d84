import { makeTaxNumber } from './tax-number.ts'

/** The password of all demo users. */
export const demoPassword = 'saldo-demo'

/** The demo's customers, in the order of their ids; the first two have condominiums. */
export const studios = [
  {
    business_name: 'Studio Bartolini Amministrazioni',
    firstname: 'Chiara',
    lastname: 'Bartolini',
    address: 'Via Ricasoli',
    house_number: '21',
    city: 'Firenze',
    zip_code: '50122',
    prov: 'FI',
    vat_number: makeTaxNumber('0612874', '048'),
    primary_email: 'studio@bartolini-amministrazioni.example.it',
    primary_mobile_phone: '055 000 0121',
    state: '1',
    is_store: false,
  },
  {
    business_name: 'Gestioni Condominiali Reno S.r.l.',
    firstname: 'Davide',
    lastname: 'Montanari',
    address: 'Via Marconi',
    house_number: '45',
    city: 'Bologna',
    zip_code: '40122',
    prov: 'BO',
    vat_number: makeTaxNumber('0327715', '037'),
    primary_email: 'info@gestionireno.example.it',
    primary_mobile_phone: '051 000 0345',
    state: '1',
    is_store: false,
  },
  {
    business_name: 'Studio Neri',
    firstname: 'Paolo',
    lastname: 'Neri',
    address: 'Via Bovio',
    house_number: '3',
    city: 'Livorno',
    zip_code: '57126',
    prov: 'LI',
    vat_number: makeTaxNumber('0170963', '049'),
    primary_email: 'paolo.neri@example.it',
    primary_mobile_phone: '0586 000 078',
    state: '0',
    is_store: false,
  },
  {
    business_name: 'Assicurazioni Venturi S.a.s.',
    firstname: 'Laura',
    lastname: 'Venturi',
    address: 'Piazza della Libertà',
    house_number: '8',
    city: 'Firenze',
    zip_code: '50129',
    prov: 'FI',
    vat_number: makeTaxNumber('0588231', '048'),
    primary_email: 'agenzia@venturi.example.it',
    primary_mobile_phone: '055 000 0456',
    state: '1',
    is_store: true,
  },
] as const

/** The demo's user of the back office, who has a second step. */
export const demoSuperUser = 'backoffice'
/** Both of the back office: what one asks for, the other approves. */
export const demoSuperUsers: readonly string[] = [demoSuperUser, 'backoffice2']

/** The demo users; `studio` is an index in the list above. */
export const demoUsers = [
  { user_name: demoSuperUser, nominative: 'Marta Ferri', email: 'backoffice@example.it', studio: null },
  { user_name: 'amministratore', nominative: 'Chiara Bartolini', email: studios[0].primary_email, studio: 0 },
  { user_name: 'nuovo', nominative: 'Paolo Neri', email: studios[2].primary_email, studio: 2 },
  { user_name: 'negozio', nominative: 'Laura Venturi', email: studios[3].primary_email, studio: 3 },
  { user_name: 'condomino', nominative: 'Lucia Conti', email: 'lucia.conti@example.it', studio: null },
  { user_name: 'backoffice2', nominative: 'Sergio Valli', email: 'backoffice2@example.it', studio: null },
] as const

export const nominativeOf = (studio: number): string => {
  const { firstname, lastname } = studios[studio] ?? studios[0]
  return `${firstname} ${lastname}`
}
