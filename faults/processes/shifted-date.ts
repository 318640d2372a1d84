const Real = globalThis.Date
let shift = 0

/** Shifts this process's clock by `seconds`; timers are not affected. 0 ends it. */
export function shiftDate(seconds: number): void {
  shift = seconds * 1000
  globalThis.Date = shift === 0 ? Real : shifted
}

/** A Date with a shifted current time; `instanceof` works both ways. */
const shifted = new Proxy(Real, {
  construct: (real, given, made) => Reflect.construct(real, given.length > 0 ? given : [now()], made),
  get: (real, name) => (name === 'now' ? now : Reflect.get(real, name)),
})
const now = () => Real.now() + shift
/** The real time in milliseconds. */
export const realNow = (): number => Real.now()
