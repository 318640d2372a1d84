import { connect } from '../server/db/connection.ts'
import { fillOpenBills, matchTimes } from './match-transfers.ts'

/** Fills a database and measures the matching in it, as a process of its own: its heap is limited by who starts it. */
const [url, home] = process.argv.slice(2) as [string, string]
const owner = connect(url, { max: 1 })
await fillOpenBills(owner)
process.send?.(await matchTimes(owner, url, home))
await owner.end()
process.disconnect()
