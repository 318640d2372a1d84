import { feature } from '../feature.ts'

export const http = feature({
  tables: {
    request_counts: 'nobody',
  },
})
