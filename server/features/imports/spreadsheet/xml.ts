import { SaxesParser } from 'saxes'
import { ImportRefused, limits } from './import-refused.ts'

/** Callbacks for a part. Names have no prefix: programs use different prefixes for the same local names. */
export type XmlListener = {
  open(name: string, attributes: Record<string, string>): void
  close?(name: string): void
  text?(text: string): void
}

/**
 * Reads XML piece by piece and yields after each piece, so that the caller can pass on what it has. Refuses any DOCTYPE
 * (so no entities), deep nesting and endless tokens.
 */
export async function* readXml(pieces: AsyncIterable<Buffer>, listener: XmlListener): AsyncGenerator<void> {
  const parser = new SaxesParser({ xmlns: false, position: false })
  let depth = 0
  let sinceEvent = 0
  parser.on('error', () => {
    throw new ImportRefused('broken')
  })
  parser.on('doctype', () => {
    throw new ImportRefused('external_entities')
  })
  parser.on('opentag', (tag) => {
    sinceEvent = 0
    if (++depth > limits.xml_depth) throw new ImportRefused('broken')
    listener.open(localName(tag.name), tag.attributes as Record<string, string>)
  })
  parser.on('closetag', (tag) => {
    sinceEvent = 0
    depth--
    listener.close?.(localName(tag.name))
  })
  if (listener.text) parser.on('text', (text) => listener.text?.(text))
  if (listener.text) parser.on('cdata', (text) => listener.text?.(text))

  let decoder: Decoder | undefined
  for await (const piece of pieces) {
    decoder ??= decoderFor(piece)
    sinceEvent += piece.length
    parser.write(decoded(decoder, piece, true))
    if (sinceEvent > limits.xml_token_bytes) throw new ImportRefused('bomb')
    yield
  }
  if (!decoder) throw new ImportRefused('broken')
  parser.write(decoded(decoder, new Uint8Array(), false))
  parser.close()
  yield
}

/** Reads a small part completely. */
export async function readWholeXml(pieces: AsyncIterable<Buffer>, listener: XmlListener): Promise<void> {
  for await (const _ of readXml(pieces, listener));
}

/** An attribute by local name, with or without a prefix. */
export function attribute(attributes: Record<string, string>, name: string): string | undefined {
  if (name in attributes) return attributes[name]
  for (const key in attributes) if (key.endsWith(`:${name}`)) return attributes[key]
  return undefined
}

export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on'
}

function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}

type Decoder = { decode(piece: Uint8Array, options: { stream: boolean }): string }

function decoderFor(first: Buffer): Decoder {
  const wide =
    first[0] === 0xff && first[1] === 0xfe
      ? 'utf-16le'
      : first[0] === 0xfe && first[1] === 0xff
        ? 'utf-16be'
        : null
  return new TextDecoder(wide ?? 'utf-8', { fatal: true })
}

function decoded(decoder: Decoder, piece: Uint8Array, more: boolean): string {
  try {
    return decoder.decode(piece, { stream: more })
  } catch {
    throw new ImportRefused('broken')
  }
}
