/**
 * Describes a browser by its user agent, so that people recognise their own device: `Chrome su Windows`, `Safari su
 * iPhone`.
 */
export function describeDevice(agent: string | null): string {
  if (!agent) return 'Dispositivo sconosciuto'
  const program = programs.find(([, pattern]) => pattern.test(agent))?.[0]
  const device = devices.find(([, pattern]) => pattern.test(agent))?.[0]
  if (program && device) return `${program} su ${device}`
  return program ?? device ?? 'Programma sconosciuto'
}

/** User agents also name the browsers they descend from, so the newest comes first. */
const programs: readonly [name: string, says: RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bVersion\/[\d.]+.* Safari\//],
  ['curl', /^curl\//],
]
const devices: readonly [name: string, says: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['Chromebook', /\bCrOS\b/],
  ['Mac', /\bMac(intosh| OS X)\b/],
  ['Linux', /\bLinux\b/],
]
