import { unzipSync } from 'fflate'

/**
 * Detects a file's type by its content: the type, or why it is refused (an Italian sentence). Its name and declared
 * type are ignored.
 */
export function sniffDocument(bytes: Buffer): { mime: string } | { refused: string } {
  const found = formats.find(({ is }) => is(bytes))
  if (found) return { mime: found.mime }
  if (startsWith(bytes, zip)) return sniffOffice(bytes)
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) return { refused: sentences.old_office }
  if (/^ftyp(hei|mif|msf|avi)/.test(bytes.toString('latin1', 4, 12))) return { refused: sentences.heic }
  return { refused: sentences.other }
}

const zip = [0x50, 0x4b, 0x03, 0x04]
const startsWith = (bytes: Buffer, signature: readonly number[]) =>
  signature.every((byte, at) => bytes[at] === byte)

const formats = [
  // Some programs write a few bytes before the header; PDF readers look for it in the first kilobyte.
  { mime: 'application/pdf', is: (bytes: Buffer) => bytes.subarray(0, 1024).includes('%PDF-') },
  { mime: 'image/jpeg', is: (bytes: Buffer) => startsWith(bytes, [0xff, 0xd8, 0xff]) },
  {
    mime: 'image/png',
    is: (bytes: Buffer) => startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  },
  {
    mime: 'image/tiff',
    is: (bytes: Buffer) => startsWith(bytes, [0x49, 0x49, 42, 0]) || startsWith(bytes, [0x4d, 0x4d, 0, 42]),
  },
  { mime: 'application/pkcs7-mime', is: isSigned },
]

/** CMS SignedData (RFC 5652), the format of CAdES files: DER, or Base64 with or without PEM lines. */
function isSigned(bytes: Buffer): boolean {
  const text = bytes.toString('latin1', 0, 400).replace(/^\s*-----BEGIN [A-Z0-9 ]+-----/, '')
  const decoded = /^[\sA-Za-z0-9+/=]{40,}/.test(text) ? Buffer.from(text.slice(0, 200), 'base64') : bytes
  return decoded[0] === 0x30 && decoded.subarray(0, 24).includes(signedData)
}
const signedData = Buffer.from('06092a864886f70d010702', 'hex')

const office = [
  {
    part: 'word/document.xml',
    mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
  { part: 'xl/workbook.xml', mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
]

/** Reads the archive's directory and unpacks nothing. */
function sniffOffice(bytes: Buffer): { mime: string } | { refused: string } {
  const parts = new Set<string>()
  try {
    unzipSync(bytes, {
      filter: ({ name }) => {
        parts.add(name)
        return false
      },
    })
  } catch {
    return { refused: sentences.broken }
  }
  if ([...parts].some((part) => /vbaProject\.bin$/i.test(part))) return { refused: sentences.macros }
  const found = office.find(({ part }) => parts.has(part))
  return found ? { mime: found.mime } : { refused: sentences.other }
}

const sentences = {
  other:
    'Questo file non è un PDF, una foto (JPEG, PNG, TIFF), un P7M, un DOCX o un XLSX: salvalo in uno di questi formati.',
  heic: 'Le foto HEIC non si aprono ovunque: salvala come JPEG e caricala di nuovo.',
  old_office:
    'Questo documento è in un vecchio formato o è protetto da password: salvalo come PDF e caricalo di nuovo.',
  macros: 'Questo documento contiene macro: salvalo come PDF e caricalo di nuovo.',
  broken: 'Il file è danneggiato o incompleto: salvalo di nuovo e ricaricalo.',
}
