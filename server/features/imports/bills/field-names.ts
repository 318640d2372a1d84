import { type Has, meaningOf, usualNames, type Vocabulary } from '../read/header-words.ts'

/** The fields that a column of a list of bills can hold. `surname` and `given_name` together are the holder. */
export type Field =
  | 'condominium_name'
  | 'condominium_fiscal_code'
  | 'iban'
  | 'holder'
  | 'surname'
  | 'given_name'
  | 'fiscal_code'
  | 'vat_number'
  | 'email'
  | 'phone'
  | 'unit'
  | 'staircase'
  | 'number'
  | 'description'
  | 'issue_date'
  | 'due_date'
  | 'amount'
  | 'creditor_reference'
  | 'address'
  | 'zip_code'
  | 'city'
  | 'province'
  | 'notes'

/** The field that a header usually means; see `meaningOf`. */
export const fieldOfHeader = (header: string) => meaningOf(header, words)

/** Each line: a field and the normalised headers that mean only it. */
const usual: Record<Field, string> = {
  condominium_name:
    'condominio, nome condominio, condominio nome, denominazione condominio, descrizione condominio, ragione sociale condominio, stabile, nome stabile, denominazione stabile, edificio, nome edificio, fabbricato, complesso, complesso immobiliare, amministrato, condominium, building, property',
  condominium_fiscal_code:
    'codicefiscale condominio, condominio codicefiscale, codicefiscale stabile, codicefiscale edificio, codicefiscale fabbricato, codicefiscale amministrato, codicefiscale partitaiva condominio',
  iban: 'iban condominio, condominio iban, iban stabile, iban conto condominio, iban conto corrente condominio, conto corrente condominio, conto condominio, iban accredito, iban beneficiario, iban creditore',
  holder:
    'intestatario, intestatario bolletta, intestatari, condomino, condomini, nominativo, nominativi, nominativo condomino, nome condomino, cognome nome, nome cognome, denominazione, denominazione condomino, ragione sociale, cognome nome ragione sociale, nome ragione sociale, cliente, debitore, destinatario, proprietario, proprietari, soggetto, anagrafica, occupante, inquilino, conduttore, usufruttuario, nudo proprietario, comproprietario, locatario, affittuario, titolare, utente, pagatore, obbligato, contribuente, persona, holder, owner, tenant, name, customer',
  surname: 'cognome, cognome condomino, cognome intestatario, surname, last name',
  given_name: 'nome intestatario, first name',
  fiscal_code:
    'codicefiscale, codicefiscale partitaiva, partitaiva codicefiscale, codicefiscale intestatario, codicefiscale condomino, codicefiscale debitore, codicefiscale cliente, codicefiscale partitaiva intestatario, codicefiscale proprietario, fiscal code',
  vat_number: 'partitaiva, partitaiva intestatario, partitaiva condomino, partitaiva cliente',
  email: 'email, indirizzo email, email condomino, email intestatario, email cliente, indirizzo posta',
  phone:
    'telefono, cellulare, telefono cellulare, cellulare telefono, numero telefono, recapito telefonico, mobile, phone, telefono condomino, numero cellulare',
  unit: 'interno, unita, numero interno, interno numero, codice unita, unita numero, appartamento, numero unita, scala interno, alloggio, unit, codice interno, unita interno, int',
  staircase: 'scala, numero scala, codice scala, palazzina scala, staircase',
  number:
    'numero bolletta, bolletta, bolletta numero, codice bolletta, id bolletta, numero avviso, avviso, avviso numero, codice avviso, numero avviso pagamento, numero documento, documento, documento numero, numero fattura, numero mav, codice mav, numero ricevuta, numero bollettino, codice bollettino, invoice, invoice number, bill number, numero doc',
  description:
    'causale, causale pagamento, causale versamento, descrizione, oggetto, descrizione bolletta, descrizione rata, descrizione causale, causale bolletta, causale descrizione, description',
  issue_date:
    'data emissione, emissione, data bolletta, data avviso, data documento, data fattura, emessa, emesso, issue date, data emissione bolletta, data doc',
  due_date:
    'scadenza, data scadenza, scadenze, scadenza rata, scadenza bolletta, scadenza pagamento, data scadenza rata, data scadenza pagamento, entro, pagare entro, da pagare entro, entro data, termine pagamento, termine, scade, scade data, esigibile, esigibile data, data esigibilita, esigibilita, due date, due',
  amount:
    'importo, importo euro, euro, importo bolletta, importo rata, importo da pagare, da pagare, da pagare euro, importo dovuto, dovuto, totale da pagare, totale bolletta, totale dovuto, importo totale, totale importo, totale rata, quota, quota euro, quota rata, ammontare, amount, importo bolletta euro, importo rata euro, somma dovuta, importo richiesto, euro importo, quota da pagare, da versare, totale da versare, importo da versare, quota da versare, quota dovuta, rata da pagare, rata da versare, dare, importo dare, netto da pagare',
  creditor_reference:
    'riferimento bonifico, riferimento rf, codice rf, rf, creditor reference, riferimento creditore, riferimento pagamento',
  address:
    'indirizzo, indirizzo residenza, indirizzo spedizione, residenza, via, recapito, indirizzo postale, address',
  zip_code: 'cap, codice avviamento postale, zip',
  city: 'citta, comune, localita, comune residenza, city',
  province: 'provincia, sigla provincia, province',
  notes: 'note, nota, annotazioni, osservazioni, notes',
}

/** Headers that mean a field only when no better header does. */
const weakNames = new Map<string, { field: Field; confidence: number }>(
  Object.entries({
    iban: { field: 'iban', confidence: 0.7 },
    'iban conto corrente': { field: 'iban', confidence: 0.7 },
    'coordinate bancarie': { field: 'iban', confidence: 0.6 },
    nome: { field: 'given_name', confidence: 0.8 },
    codice: { field: 'number', confidence: 0.3 },
    id: { field: 'number', confidence: 0.3 },
    numero: { field: 'number', confidence: 0.5 },
    protocollo: { field: 'number', confidence: 0.4 },
    riferimento: { field: 'number', confidence: 0.4 },
    data: { field: 'issue_date', confidence: 0.5 },
    rata: { field: 'description', confidence: 0.7 },
    'numero rata': { field: 'description', confidence: 0.6 },
    gestione: { field: 'description', confidence: 0.5 },
    voce: { field: 'description', confidence: 0.5 },
    dettaglio: { field: 'description', confidence: 0.5 },
    motivo: { field: 'description', confidence: 0.6 },
    'data rata': { field: 'due_date', confidence: 0.6 },
    totale: { field: 'amount', confidence: 0.4 },
    'totale euro': { field: 'amount', confidence: 0.5 },
    rate: { field: 'amount', confidence: 0.3 },
    residuo: { field: 'amount', confidence: 0.3 },
    'importo residuo': { field: 'amount', confidence: 0.5 },
    'residuo dovuto': { field: 'amount', confidence: 0.5 },
    'residuo da pagare': { field: 'amount', confidence: 0.5 },
    saldo: { field: 'amount', confidence: 0.3 },
    'saldo da pagare': { field: 'amount', confidence: 0.5 },
    'saldo dovuto': { field: 'amount', confidence: 0.5 },
    lordo: { field: 'amount', confidence: 0.3 },
    netto: { field: 'amount', confidence: 0.3 },
    imponibile: { field: 'amount', confidence: 0.3 },
    palazzina: { field: 'staircase', confidence: 0.5 },
    'gruppo unita': { field: 'staircase', confidence: 0.7 },
    blocco: { field: 'staircase', confidence: 0.4 },
    corpo: { field: 'staircase', confidence: 0.4 },
    progressivo: { field: 'unit', confidence: 0.4 },
    subalterno: { field: 'unit', confidence: 0.4 },
    sub: { field: 'unit', confidence: 0.4 },
    tel2: { field: 'phone', confidence: 0.4 },
    recapiti: { field: 'phone', confidence: 0.4 },
    immobile: { field: 'condominium_name', confidence: 0.4 },
    'codice condominio': { field: 'condominium_name', confidence: 0.4 },
    'numero condominio': { field: 'condominium_name', confidence: 0.4 },
    'codice stabile': { field: 'condominium_name', confidence: 0.4 },
    palazzo: { field: 'condominium_name', confidence: 0.5 },
    ente: { field: 'condominium_name', confidence: 0.4 },
    pr: { field: 'province', confidence: 0.6 },
  } satisfies Record<string, { field: Field; confidence: number }>),
)

/** Words that exclude a header: amounts paid, fees, the debtor's own account. */
const OTHER_THINGS =
  'pagato pagata versato versata incassato incassata pagamento incasso saldo spese bollo mora interessi iva millesimi millesimale millesimali mill fax pec piano titolo precedente conguaglio commissioni sconto arrotondamento addebito mandato'.split(
    ' ',
  )

/** Patterns for longer headers; tried in this order. */
const guesses: [Field, (has: Has, ofCondominium: boolean) => boolean][] = [
  [
    'iban',
    (has, ofCondominium) =>
      has('iban') &&
      (ofCondominium || !has('condomino', 'debitore', 'cliente', 'intestatario', 'proprietario')),
  ],
  ['condominium_fiscal_code', (has, ofCondominium) => ofCondominium && has('codicefiscale', 'partitaiva')],
  ['fiscal_code', (has) => has('codicefiscale')],
  ['vat_number', (has) => has('partitaiva')],
  ['email', (has) => has('email')],
  ['phone', (has) => has('telefono', 'cellulare')],
  ['due_date', (has) => has('scadenza')],
  ['issue_date', (has) => has('emissione')],
  ['number', (has) => has('bolletta', 'avviso', 'bollettino') && has('numero', 'codice', 'id')],
  ['amount', (has) => has('importo', 'euro', 'quota', 'dovuto', 'residuo') && !has('percento')],
  ['description', (has) => has('causale', 'descrizione') && !has('condominio', 'unita')],
  ['holder', (has) => has('intestatario', 'condomino', 'nominativo') && !has('iban')],
  ['condominium_name', (has) => has('condominio', 'stabile') && has('nome', 'denominazione')],
  ['staircase', (has) => has('scala') && !has('interno')],
  ['unit', (has) => has('interno')],
  ['zip_code', (has) => has('cap')],
  ['address', (has) => has('indirizzo')],
]

const words: Vocabulary<Field> = {
  usual: usualNames(usual),
  weak: weakNames,
  other_things: OTHER_THINGS,
  guesses,
}
