import type { InsertSamples } from '../../testing/records.ts'
import { catalogue } from './catalogue/catalogue.ts'

/** Templates belong to nobody: the sample is one of the catalogue. */
export const insertSamples: InsertSamples<'email_template'> = async () => ({
  email_template: catalogue['bill-link'].id,
})
