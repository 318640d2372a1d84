/**
 * Cuts the tokens from the links of a mail, which open a bill, sign a mandate or accept a plan in its reader's name:
 * `…/mybill/••••`. What kind of link it was stays readable.
 */
export function cutLinks(public_url: string, body: string): string {
  const address = new RegExp(`${public_url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}/[^\\s"'<>]*`, 'g')
  return body.replace(address, (url) => url.replace(/[A-Za-z0-9_%-]{22,}/g, cut))
}

const cut = '••••'
