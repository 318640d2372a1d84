import { beginningOfXml } from './xml/decode.ts'

/**
 * The format of a file by its content: an ISO 20022 message (`camt.053.001.02`), `cbi_rh`, `cbi_mav`, `cbi_riba`, `csv`, or
 * one of the names of refused-formats.ts.
 */
export function formatOf(file: Buffer): string {
  const signature = signatures.find(({ bytes }) => file.subarray(0, bytes.length).equals(bytes))
  if (signature) return signature.name === 'zip' ? zipFormat(file) : signature.name
  const beginning = beginningOfXml(file)
  if (beginning.trim() === '' && file.length < 8192) return 'empty'
  if (/^\s*</.test(beginning)) return xmlFormat(beginning)
  if (/^0[\x80-\x84]/.test(file.toString('latin1', 0, 2)) && file.includes(signedData)) return 'signed'
  return recordFormat(beginning) ?? (beginning.includes('\0') ? 'unknown' : 'csv')
}

const signatures = [
  { name: 'zip', bytes: Buffer.from('PK\x03\x04', 'latin1') },
  { name: 'pdf', bytes: Buffer.from('%PDF') },
  { name: 'xls', bytes: Buffer.from('d0cf11e0', 'hex') },
  { name: 'archive', bytes: Buffer.from('1f8b', 'hex') },
  { name: 'archive', bytes: Buffer.from('7z\xbc\xaf', 'latin1') },
  { name: 'archive', bytes: Buffer.from('Rar!') },
  { name: 'image', bytes: Buffer.from('\x89PNG', 'latin1') },
  { name: 'image', bytes: Buffer.from('ffd8ff', 'hex') },
]
/** The object identifier of a PKCS #7 signature, in which a .p7m wraps its content. */
const signedData = Buffer.from('06092a864886f70d010702', 'hex')

/** Excel and LibreOffice files are ZIP archives that name their parts. */
function zipFormat(file: Buffer): string {
  if (file.includes('xl/workbook')) return 'xlsx'
  return file.subarray(30, 59).equals(Buffer.from('mimetypeapplication/vnd.oasis')) ? 'xlsx' : 'zip'
}

function xmlFormat(beginning: string): string {
  if (/^\s*(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html|head|body|table)\b/i.test(beginning)) return 'html'
  const root = /<([A-Za-z_][\w.-]*)(?::([\w.-]+))?(\s[^>]*)?>/.exec(
    beginning.replace(/<!--[\s\S]*?(?:-->|$)|<\?[\s\S]*?\?>|<!DOCTYPE[^[>]*(?:\[[\s\S]*?\]\s*)?>/gi, ''),
  )
  if (!root) return 'xml'
  const [, first = '', second, attributes = ''] = root
  const declaration = second === undefined ? 'xmlns' : `xmlns:${first}`
  const namespace = new RegExp(
    `(?:^|\\s)${declaration.replaceAll('.', '\\.')}\\s*=\\s*["']([^"']*)["']`,
  ).exec(attributes)?.[1]
  const message = /^urn:iso:std:iso:20022:tech:xsd:([a-z]{4}\.\d{3}\.\d{3}\.\d{2})$/.exec(
    namespace ?? '',
  )?.[1]
  if (message !== undefined) return message
  if (/^urn:CBI:/i.test(namespace ?? '')) return 'cbi_xml'
  return /FatturaElettronica/.test(second ?? first) ? 'invoice' : 'xml'
}

/** Records of 120 characters begin with a blank and their type; one that lost its blank or its head is recognised too. */
function recordFormat(beginning: string): string | null {
  const type = /^ ?(RH|IM|IB|IR|PC|AL)[\dA-Z]{5}/.exec(beginning)?.[1]
  if (type !== undefined) return { RH: 'cbi_rh', IM: 'cbi_mav', IB: 'cbi_riba' }[type] ?? 'cbi_other'
  return /^ (?:6[1-5]\d{7}|EF[\dA-Z]{5}.{100,})/.test(beginning) ? 'cbi_rh' : null
}
