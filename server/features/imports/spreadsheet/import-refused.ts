/**
 * The file as a whole cannot be imported. `message` is the Italian sentence for the person, if possible with what to
 * do; `code` is for programs and tests.
 */
export class ImportRefused extends Error {
  readonly code: RefusalCode

  constructor(code: RefusalCode, message: string = sentences[code]) {
    super(message)
    this.name = 'ImportRefused'
    this.code = code
  }
}

export type RefusalCode = keyof typeof sentences

/** Limits of a file. The figures and their reasons are in docs/decisions/0003-spreadsheets.md. */
export const limits = {
  file_bytes: 50 * 1024 * 1024,
  zip_entries: 5_000,
  /** Uncompressed bytes of one part of the workbook, and of all parts that are read. */
  entry_bytes: 400 * 1024 * 1024,
  total_bytes: 600 * 1024 * 1024,
  /** The compression ratio, checked only above `ratio_from_bytes`: deflate itself reaches at most 1,032. */
  ratio: 200,
  ratio_from_bytes: 20 * 1024 * 1024,
  sheets: 100,
  rows: 200_000,
  columns: 1_000,
  cells: 10_000_000,
  text_characters: 250_000_000,
  shared_text_characters: 60_000_000,
  xml_depth: 64,
  xml_token_bytes: 2 * 1024 * 1024,
  csv_row_characters: 1024 * 1024,
}

const sentences = {
  empty: 'Il file è vuoto.',
  no_rows: 'Nel file c’è l’intestazione ma nessuna riga da importare: controlla che sia il file giusto.',
  file_too_big: 'Il file supera 50 MB: dividilo in più file e caricali uno alla volta.',
  wrong_type: 'Questo file non è un foglio di calcolo: carica un file .xlsx, .ods o .csv.',
  old_excel:
    'Questo foglio è nel vecchio formato .xls: aprilo con Excel o LibreOffice, salvalo come .xlsx e caricalo di nuovo.',
  binary_excel:
    'Questo foglio è nel formato .xlsb: aprilo con Excel, salvalo come .xlsx e caricalo di nuovo.',
  web_page:
    'Questo file è una pagina web o un XML con il nome di un foglio di calcolo: aprilo con Excel o LibreOffice, salvalo come .xlsx e caricalo di nuovo.',
  password: 'Il file è protetto da password: aprilo, togli la password, salvalo e caricalo di nuovo.',
  broken:
    'Il file è danneggiato o incompleto: aprilo con Excel o LibreOffice, salvalo di nuovo come .xlsx e ricaricalo.',
  bomb: 'Il file, una volta aperto, occupa molto più spazio di un foglio di calcolo normale: non è stato letto.',
  external_entities:
    'Il file contiene riferimenti che un foglio di calcolo non deve avere (DOCTYPE): non è stato letto.',
  too_many_sheets: 'Il file ha più di 100 fogli: tieni solo quelli da importare.',
  too_many_tables: 'Un foglio ha più di 200 tabelle, ognuna con la sua intestazione: dividilo in più file.',
  too_many_rows: 'Un foglio ha più di 200.000 righe: dividilo in più file.',
  too_many_columns: 'Un foglio ha più di 1.000 colonne: tieni solo quelle da importare.',
  too_much_content: 'Il file contiene troppi dati per una sola importazione: dividilo in più file.',
  shifted_cells:
    'In questo CSV le virgole separano le colonne e anche i centesimi, così le righe hanno più celle dell’intestazione: esportalo con il punto e virgola, o salvalo come .xlsx.',
  mixed_separators:
    'In questo CSV alcune righe sono separate in un altro modo, per esempio con la virgola invece del punto e virgola: esportalo di nuovo, o salvalo come .xlsx.',
  unknown_letters:
    'Le lettere accentate di questo CSV sono scritte in un modo che non riconosco: esportalo in UTF-8, o salvalo come .xlsx.',
  broken_quotes: 'Le virgolette del file CSV non si chiudono: esporta di nuovo il file o salvalo come .xlsx.',
}
