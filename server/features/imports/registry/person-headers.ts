import { type RegistryField, registryFieldOf } from './registry-fields.ts'

/** Headers that name a right, or somebody beside the first person. */
const RIGHT =
  /\b(?:(?:com?|co)?proprietari[oaie]?|comproprieta|nud[oaie]|usufruttuari[oaie]?|usufrutto|inquilin[oaie]|conduttor[ei]|conduttric[ei]|locatari[oaie]?|affittuari[oaie]?|comodatari[oaie]?|coniuge|(?:co)?intestatari[oaie]?|contitolar[ei]|titolar[ei]|condomin[oi]|occupant[ei]|occupat[oa]|abitat[oa]|residente|nominativ[oi]|ered[ei])\b/

/** Headers of people of before, of people without a right in the unit, and of texts that look like names. */
const NOBODY =
  /\b(?:ex|precedent[ei]|vecchi[oa]|uscente|venditore|cedente|rappresentant[ei]|legale|delegat[oi]|referente|tutore|curatore|sostegno|amministrator[ei]|amm|inviare|spedire|contattare|presso|portier[ei]|medico|not[ae]|annotazion[ei]|osservazion[ei]|comment[oi]|luogo|nascita|nato|nata|citta|comune|localita|provincia|nazione|nazionalita|cittadinanza|stato|professione|banca|agenzia|lato|posizione|ubicazione|zona|destinazione|uso|tipo|tipologia|categoria|descrizione|causale|sesso|citofono|lingua|studio|piano|via|indirizzo|residenza|domicilio|corrispondenza|recapito|telefono|cellulare|email|pec|codicefiscale|partitaiva|iban|data|quota|percento|paga|pagante|titolo|qualifica|ruolo|diritto|condominio|stabile|edificio|scala|foglio|mappale)\b/

/** Whether a header, in its normal form, may stand above further people of the unit. `areNames`: the cells look like names. */
export const isPersonBeside = (words: string, areNames: boolean): boolean =>
  !NOBODY.test(words) && (RIGHT.test(words) || areNames)

/** The right that the header of further people suggests. */
export function rightInHeader(
  words: string,
): 'also_owner' | 'also_bare_owner' | 'also_usufructuary' | 'also_tenant' {
  if (/\busufrutt/.test(words)) return 'also_usufructuary'
  if (/\bnud[oaie]\b/.test(words)) return 'also_bare_owner'
  if (/\b(?:inquilin|condutt|locatar|affittuar|comodatar|occupa|abitat|residente)/.test(words))
    return 'also_tenant'
  return 'also_owner'
}

const CONTACTS: readonly RegistryField[] = ['fiscal_code', 'email', 'pec', 'phone', 'address', 'share']

/** The tax code, contact or share that a header means, whosever it is; null for every other header. */
export function contactOf(header: string): RegistryField | null {
  const meant = registryFieldOf(header)?.field.replace(/^(?:second|tenant)_/, '') as RegistryField | undefined
  return meant && CONTACTS.includes(meant) ? meant : null
}
