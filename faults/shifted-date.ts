const Real = globalThis.Date
let shift = 0

/** Makes this process take another moment for now, `seconds` away from the real one; timers go on as they did. 0 ends it. */
export function shiftDate(seconds: number): void {
  shift = seconds * 1000
  globalThis.Date = shift === 0 ? Real : shifted
}

/** A Date in all but what it takes for now, so that `instanceof` holds both ways. */
const shifted = new Proxy(Real, {
  construct: (real, given, made) => Reflect.construct(real, given.length > 0 ? given : [now()], made),
  get: (real, name) => (name === 'now' ? now : Reflect.get(real, name)),
})
const now = () => Real.now() + shift
/** The real moment, in milliseconds, whatever this process takes for now. */
export const realNow = (): number => Real.now()
