import { backOfficePages } from './routes/back-office.ts'
import { billPages } from './routes/bills.ts'
import { backOffice, officeOrStore, root, signedIn, staff } from './routes/frames.ts'
import { officePages } from './routes/office.ts'
import { outsidePages } from './routes/outside.ts'
import { ownPages } from './routes/own.ts'
import { paymentPages } from './routes/payments.ts'
import { registryPages } from './routes/registry.ts'
import type { Variant } from './session/variant.ts'

/** The shell's one route tree: what holds a page, and the pages of each section. */
export const routeTree = root.addChildren([
  ...outsidePages,
  signedIn.addChildren([
    ...ownPages,
    officeOrStore.addChildren(officePages),
    staff.addChildren([...billPages, ...paymentPages, ...registryPages]),
    backOffice.addChildren(backOfficePages),
  ]),
])

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Whose pages these are; everyone's who is signed in when left out. */
    admits?: readonly Variant[]
    wide?: boolean
  }
}
