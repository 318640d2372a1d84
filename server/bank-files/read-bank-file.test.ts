import { Readable } from 'node:stream'
import { bankFileMegabytes } from '@saldo/domain/bank-files/largest-file'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readBankFile } from './read-bank-file.ts'
import { fixture, read, refusalOf } from './testing/fixtures.ts'

const message = (name: string) =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:${name}"/>`
const zip = (name: string) => Buffer.from(zipSync({ [name]: Buffer.from('<a/>') }))

describe('the format', () => {
  it.each([
    ['estratto.camt.053.001.02.xml', 'camt.053.001.02'],
    ['estratto.camt.053.001.08.xml', 'camt.053.001.08'],
    ['estratto-rh.txt', 'cbi_rh'],
  ])('of %s is told by its content, whatever its name', async (name, format) => {
    for (const called of ['a.pdf', 'a.xlsx', ''])
      expect(await read(fixture(name), called)).toMatchObject({ format })
  })

  it.each([
    ['nothing', Buffer.alloc(0), /vuoto/],
    ['blanks only', Buffer.from(' \r\n\r\n'), /vuoto/],
    ['a ZIP', zip('estratto.xml'), /archivio ZIP: estrai/],
    ['XLSX', zip('xl/workbook.xml'), /foglio di calcolo.*CSV/],
    [
      'ODS',
      Buffer.from(
        'PK\x03\x04..........................mimetypeapplication/vnd.oasis.opendocument.spreadsheet',
        'latin1',
      ),
      /foglio di calcolo/,
    ],
    ['XLS', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /foglio di calcolo/],
    ['PDF', Buffer.from('%PDF-1.7\n'), /PDF.*camt\.053/],
    ['a picture', Buffer.from('\x89PNG\r\n', 'latin1'), /immagine/],
    ['gzip', Buffer.from('1f8b0800', 'hex'), /compresso/],
    ['HTML', Buffer.from('<!DOCTYPE html>\n<html><body>Accedi</body></html>'), /pagina web/],
    ['a signature', Buffer.from('3082010006092a864886f70d010702a0', 'hex'), /firmato digitalmente/],
    [
      'an invoice',
      Buffer.from(
        '<p:FatturaElettronica xmlns:p="http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2"/>',
      ),
      /fattura/,
    ],
    [
      'CBI XML',
      Buffer.from('<B:CBIBdyBkToCstmrStmt xmlns:B="urn:CBI:xsd:CBIBdyBkToCstmrStmt.00.01.02"/>'),
      /messaggio XML del CBI/,
    ],
    ['movements of the day', Buffer.from(message('camt.052.001.02')), /camt\.052.*camt\.053/],
    ['another version of camt.053', Buffer.from(message('camt.053.001.10')), /versione 02 o 08/],
    ['another version of camt.054', Buffer.from(message('camt.054.001.04')), /versione 02 o 08/],
    ['orders', Buffer.from(message('pain.001.001.03')), /ordini di bonifico/],
    ['another message', Buffer.from(message('pacs.008.001.02')), /non è un file che Saldo riconosce/],
    ['XML without namespace', Buffer.from('<Document/>'), /non è un file che Saldo riconosce/],
    ['other records of the CBI', Buffer.from(` IR08327${' '.repeat(112)}`), /disposizioni/],
    ['bytes', Buffer.from([1, 2, 0, 3]), /non è un file che Saldo riconosce/],
    ['words', Buffer.from('Buongiorno,\nin allegato l’estratto.\n'), /intestazione/],
  ])('of %s is refused with the way out', async (_, file, sentence) => {
    expect((await refusalOf(file, 'movimenti.dat')).message).toMatch(sentence)
  })

  it('in a refusal, the name of the file shows no account', async () => {
    const { message } = await refusalOf(Buffer.from('%PDF'), 'EC IT20C0306999411000009974229.pdf')
    expect(message).toContain('«EC IT20 •••• 4229.pdf»')
  })
})

describe('the size', () => {
  it('of a file of 100 MB is refused after the first 20, without reading on', async () => {
    let given = 0
    const endless = Readable.from(
      (function* () {
        for (; given < 100; given++) yield Buffer.alloc(1024 * 1024, 0x20)
      })(),
    )
    await expect(readBankFile(endless, 'estratto.xml')).rejects.toThrow('20 MB')
    expect(given).toBeLessThanOrEqual(bankFileMegabytes + 20)
    expect(endless.destroyed).toBe(true)
  })
})
