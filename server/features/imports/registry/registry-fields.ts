import { type Has, meaningOf, usualNames, type Vocabulary } from '../read/header-words.ts'
import { withoutBalanceDay } from './balance-days.ts'
import { signInHeader } from './sign-in-header.ts'

/**
 * The fields that a column of a list of units and people can hold. `iban` is the condominium's, `holder_iban` the
 * person's.
 */
export type RegistryField =
  | 'condominium_name'
  | 'condominium_fiscal_code'
  | 'condominium_address'
  | 'condominium_city'
  | 'iban'
  | 'building'
  | 'staircase'
  | 'unit'
  | 'use'
  | 'floor'
  | 'cadastral_sheet'
  | 'cadastral_parcel'
  | 'cadastral_subunit'
  | 'cadastral_category'
  | 'role'
  | 'share'
  | 'since'
  | 'until'
  | 'pays'
  | 'holder'
  | 'tenant'
  | 'tenant_surname'
  | 'tenant_given_name'
  | 'tenant_fiscal_code'
  | 'tenant_email'
  | 'tenant_phone'
  | 'tenant_address'
  | 'surname'
  | 'given_name'
  | 'fiscal_code'
  | 'vat_number'
  | 'email'
  | 'pec'
  | 'phone'
  | 'second_phone'
  | 'second_email'
  | 'address'
  | 'house_number'
  | 'zip_code'
  | 'city'
  | 'province'
  | 'country'
  | 'holder_iban'
  | 'opening_balance'
  | 'opening_debt'
  | 'opening_credit'
  | 'opening_date'

/**
 * The field that a registry's header usually means; see `meaningOf`. Weight columns are also recognised by their
 * content.
 */
export function registryFieldOf(header: string) {
  if (BALANCE_AT.test(header.trim())) return { field: 'opening_date', confidence: 1 } as const
  if (/^(?:al|fino al)[.:]?$/i.test(header.trim())) return { field: 'until', confidence: 0.8 } as const
  if (EMAIL_OR_PEC.test(header)) return { field: 'email', confidence: 1 } as const
  const meant = meaningOf(withoutBalanceDay(header), words)
  const sign =
    meant?.field === 'opening_balance' || meant?.field === 'opening_debt' ? signInHeader(header) : null
  return meant && sign ? { ...meant, field: sign } : meant
}

/** “Saldo al” without a day: the day is in the cells below. */
const BALANCE_AT = /^(?:sald[oi]|riport[oi]|debit[oi]|arretrat[oi])\s+(?:al|alla data)(?:\s+del)?[\s:.]*$/i

/** `E-mail / PEC`: each cell holds the one or the other. `E-mail PEC` is certified. */
const EMAIL_OR_PEC =
  /\be-?mail\s*(?:[/,;+-]|\b(?:o|e)\b)\s*pec\b|\bpec\s*(?:[/,;+-]|\b(?:o|e)\b)\s*e-?mail\b/i

const usual: Record<RegistryField, string> = {
  condominium_name:
    'condominio, nome condominio, denominazione condominio, descrizione condominio, stabile, nome stabile, edificio, fabbricato, amministrato',
  condominium_fiscal_code:
    'codicefiscale condominio, condominio codicefiscale, codicefiscale stabile, codicefiscale edificio, codicefiscale amministrato',
  condominium_address:
    'indirizzo condominio, condominio indirizzo, via condominio, indirizzo stabile, indirizzo edificio, indirizzo fabbricato, ubicazione condominio, ubicazione stabile',
  condominium_city: 'citta condominio, comune condominio, localita condominio, comune stabile, citta stabile',
  iban: 'iban condominio, condominio iban, iban stabile, iban conto condominio, conto corrente condominio',
  building: 'palazzina, corpo, corpo fabbrica, blocco, torre, lotto',
  staircase: 'scala, gruppo unita, numero scala, codice scala, ingresso, portone, civico scala',
  unit: 'interno, unita, progressivo, numero interno, numero unita, unita numero, codice unita, appartamento, alloggio, interno numero, numero appartamento, codice interno',
  use: 'tipo, tipo unita, tipologia, tipologia unita, destinazione, destinazione uso, uso, categoria unita',
  floor: 'piano, piano unita, livello',
  cadastral_sheet: 'foglio, foglio catastale, fg',
  cadastral_parcel: 'particella, mappale, particella catastale, part, mapp, numero mappale',
  cadastral_subunit: 'subalterno, sub, subalterno catastale',
  cadastral_category: 'categoria catastale, categoria, cat catastale, cat',
  role: 'p i, prop inq, p i u, titolo, ruolo, titolo possesso, diritto, tipo diritto, qualifica, rapporto, tipo anagrafica, tipo soggetto, tipo occupante, titolo godimento, diritto reale, qualita, in qualita, condizione',
  share:
    'quota, quota possesso, quota proprieta, quota diritto, percentuale possesso, percentuale proprieta, possesso, quota percento, percento, percento possesso, percento proprieta, quota possesso percento, percentuale, quota percentuale, percentuale quota, quota 1, quota 2, quota 3, quota possesso 1, quota possesso 2',
  since:
    'data inizio, inizio, dal, proprietario dal, data subentro, subentro, data acquisto, inizio possesso',
  until: 'data fine, fine, fino, data cessazione, cessazione, data uscita, fine possesso',
  pays: 'paga, pagante, intestatario bolletta, intestatario bollette, riceve bollette, destinatario bollette',
  holder:
    'denominazione, nominativo, nominativi, intestatario, condomino, condomini, nome cognome, cognome nome, ragione sociale, cognome nome ragione sociale, proprietario, proprietari, locatore, soggetto, anagrafica, titolare, occupante, persona, nome condomino, nominativo condomino',
  tenant:
    'inquilino, conduttore, inquilini, conduttori, locatario, affittuario, nome inquilino, nominativo inquilino, inquilino conduttore, inquilino nominativo, inquilino cognome nome',
  tenant_surname: 'cognome inquilino, cognome conduttore, inquilino cognome, conduttore cognome',
  tenant_given_name:
    'nome di battesimo inquilino, nome proprio inquilino, inquilino nome, conduttore nome, nome conduttore',
  tenant_fiscal_code: 'codicefiscale inquilino, codicefiscale conduttore, inquilino codicefiscale',
  tenant_email: 'email inquilino, email conduttore, inquilino email',
  tenant_phone:
    'telefono inquilino, telefono conduttore, cellulare inquilino, cellulare conduttore, inquilino telefono, inquilino cellulare',
  tenant_address: 'indirizzo inquilino, indirizzo conduttore',
  surname:
    'cognome, cognome condomino, cognome proprietario, cognome ragione sociale, ragione sociale cognome, cognome denominazione, denominazione cognome, cognome societa',
  given_name: 'nome intestatario',
  fiscal_code:
    'codicefiscale, codicefiscale partitaiva, partitaiva codicefiscale, codfisc, codicefiscale condomino, codicefiscale proprietario, codicefiscale intestatario',
  vat_number: 'partitaiva, partiva, partitaiva condomino',
  email: 'email, indirizzo email, email condomino, email1, email 1',
  second_email:
    'email2, email 2, email3, email 3, altra email, seconda email, email secondaria, altro indirizzo email, email alternativa',
  pec: 'pec, email pec, indirizzo pec, posta certificata, email certificata, pec email, domicilio digitale',
  phone:
    'telefono, cellulare, telefono cellulare, numero telefono, recapito telefonico, telefono condomino, numero cellulare, telefono casa, telefono fisso, fisso, telefono 1, cellulare1, cellulare 1, recapiti',
  second_phone:
    'tel2, telefono2, cellulare2, altro telefono, telefono ufficio, cellulare ufficio, telefono lavoro, telefono 2, cellulare 2, tel3, telefono3, telefono 3, cellulare 3, altro cellulare, secondo telefono, altro numero',
  address:
    'indirizzo, indirizzo residenza, residenza, indirizzo spedizione, indirizzo postale, recapito, via, domicilio, corrispondenza, indirizzo corrispondenza, indirizzo invio, indirizzo recapito, recapito corrispondenza, domicilio corrispondenza',
  house_number: 'civico, numero civico, numero casa',
  zip_code: 'cap, codice avviamento postale, cap residenza',
  city: 'citta, comune, localita, comune residenza, citta residenza',
  province: 'provincia, sigla provincia, provincia residenza',
  country: 'nazione, paese, stato estero',
  holder_iban:
    'iban, iban condomino, iban proprietario, iban intestatario, coordinate bancarie, iban addebito',
  opening_balance:
    'saldo precedente, saldo precedente negativo se deve, saldo prec, saldo, saldo iniziale, saldo anno precedente, saldo esercizio precedente, saldo gestione precedente, saldo riportare, saldi precedenti, saldo partenza, debito credito, credito debito, debiti crediti, crediti debiti, dare avere, saldo debito credito, saldo dare avere',
  opening_debt:
    'debito, debito precedente, debito residuo, arretrati, arretrato, morosita, rate arretrate, importo arretrato, saldo dare, saldo debito, insoluto, insoluti, dare, debito dare, a debito, debiti',
  opening_credit:
    'credito, crediti, avere, saldo avere, saldo credito, credito precedente, credito residuo, importo credito',
  opening_date:
    'data saldo, data saldi, data saldo iniziale, data saldo precedente, data riporto, data riferimento saldo, data debito, data arretrati, data arretrato, data morosita, decorrenza saldo',
}

const weak = new Map<string, { field: RegistryField; confidence: number }>(
  Object.entries({
    nome: { field: 'given_name', confidence: 0.8 },
    'codice condominio': { field: 'condominium_name', confidence: 0.4 },
    'numero condominio': { field: 'condominium_name', confidence: 0.4 },
    'codice stabile': { field: 'condominium_name', confidence: 0.4 },
    numero: { field: 'unit', confidence: 0.5 },
    codice: { field: 'unit', confidence: 0.3 },
    id: { field: 'unit', confidence: 0.3 },
    gruppo: { field: 'staircase', confidence: 0.5 },
    pr: { field: 'province', confidence: 0.6 },
  } satisfies Record<string, { field: RegistryField; confidence: number }>),
)

/** Words that exclude a header. */
const OTHER_THINGS =
  'rata rate importo versato pagato fax millesimi mill mm tab tabella quote spese fondo consumo letture addebito mandato'.split(
    ' ',
  )

const ofTenant = (has: Has): boolean => has('inquilino', 'conduttore', 'locatario', 'affittuario')

const guesses: [RegistryField, (has: Has, ofCondominium: boolean) => boolean][] = [
  ['tenant_fiscal_code', (has) => ofTenant(has) && has('codicefiscale')],
  ['tenant_email', (has) => ofTenant(has) && has('email')],
  ['tenant_phone', (has) => ofTenant(has) && has('telefono', 'cellulare')],
  ['tenant_address', (has) => ofTenant(has) && has('indirizzo', 'residenza')],
  ['iban', (has, ofCondominium) => ofCondominium && has('iban')],
  ['holder_iban', (has) => has('iban')],
  ['condominium_fiscal_code', (has, ofCondominium) => ofCondominium && has('codicefiscale')],
  ['condominium_address', (has, ofCondominium) => ofCondominium && has('indirizzo', 'via', 'ubicazione')],
  ['fiscal_code', (has) => has('codicefiscale')],
  ['vat_number', (has) => has('partitaiva')],
  ['email', (has, ofCondominium) => !ofCondominium && has('email')],
  [
    'opening_date',
    (has) => has('data', 'decorrenza') && has('saldo', 'saldi', 'riporto', 'debito', 'arretrati', 'morosita'),
  ],
  ['opening_debt', (has) => has('debito', 'arretrati', 'morosita') && !has('credito', 'crediti')],
  ['opening_balance', (has) => has('saldo', 'saldi') && has('precedente', 'prec', 'iniziale', 'precedenti')],
  ['phone', (has, ofCondominium) => !ofCondominium && has('telefono', 'cellulare')],
  ['condominium_name', (has) => has('condominio', 'stabile') && has('nome', 'denominazione')],
  ['staircase', (has) => has('scala') && !has('interno')],
  ['unit', (has) => has('interno')],
  ['zip_code', (has, ofCondominium) => !ofCondominium && has('cap')],
  ['address', (has) => has('indirizzo', 'residenza')],
  ['holder', (has) => has('nominativo', 'intestatario', 'proprietario', 'condomino')],
]

const words: Vocabulary<RegistryField> = {
  usual: usualNames(usual),
  weak,
  other_things: OTHER_THINGS,
  guesses,
}
