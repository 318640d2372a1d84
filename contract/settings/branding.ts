import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as fields from '../fields.ts'

/* What an office adds to every mail that is written for it. */

const whose = { allow: ['customer', 'store', 'super_user'], scope: 'whole_office' } as const
const noCustomer = 'a super user has chosen no customer'

export const OfficeBranding = z
  .object({
    logo: z.string().nullable().meta({ description: 'The picture as a data: address; null: none' }),
    logo_width: z.number().nullable().meta({ description: 'As it is shown in a mail, in pixels' }),
    logo_height: z.number().nullable(),
    closing_words: z.string().nullable(),
  })
  .meta({ id: 'OfficeBranding' })
export type OfficeBranding = z.infer<typeof OfficeBranding>

export const getBranding = endpoint('GET /v1/settings/branding', {
  summary: 'The office’s logo and closing words in its mails',
  ...whose,
  permission: 'office:read',
  reply: OfficeBranding,
  refuses: { 404: 'no such customer', 422: noCustomer },
})
export const saveBranding = endpoint('PUT /v1/settings/branding', {
  summary: 'Change the closing words of the office’s mails',
  ...whose,
  permission: 'office:write',
  body: z.object({ closing_words: fields.optionalText(600) }),
  reply: OfficeBranding,
  refuses: { 404: 'no such customer', 422: noCustomer },
})
export const saveLogo = endpoint('POST /v1/settings/branding/logo', {
  summary: 'Change the logo of the office’s mails: multipart, one PNG or JPEG of at most 100 kB',
  ...whose,
  permission: 'office:write',
  accepts: 'multipart',
  reply: OfficeBranding,
  refuses: {
    404: 'no such customer',
    413: 'more than 100 kB',
    415: 'no multipart form, or no picture',
    422: `no file, or ${noCustomer}`,
  },
})
export const removeLogo = endpoint('DELETE /v1/settings/branding/logo', {
  summary: 'Show no logo in the office’s mails',
  ...whose,
  permission: 'office:write',
  reply: OfficeBranding,
  refuses: { 404: 'no such customer', 422: noCustomer },
})
