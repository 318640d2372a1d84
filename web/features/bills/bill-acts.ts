import { api, apiFile } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { mailsLeave } from '../../session/mailed.ts'
import { queries } from '../../session/queries.ts'
import { alertToast, toastWithUndo } from '../../ui/feedback/toast.ts'
import { formatCount, formatCountOf } from '../../ui/grid/list.ts'
import { saveFile } from '../../ui/save-file.ts'
import { showChangedBill } from './bill-query.ts'
import { sentSentence } from './bill-words.ts'

/** The server accepts at most so many bills at once. */
const mostAtOnce = 1000

/** Mails the links of these bills, after five seconds with an undo button. */
export function sendLinks(count: number, ids: () => Promise<string[]>) {
  toastWithUndo(`${formatCount(count)} link in uscita`, () => void sendNow(ids))
}

async function sendNow(ids: () => Promise<string[]>) {
  const done = { sent: 0, without_email: 0, not_payable: 0 }
  try {
    const all = (await ids()).map(Number)
    for (let at = 0; at < all.length; at += mostAtOnce) {
      const reply = await api('POST /v1/bills/send', { body: { ids: all.slice(at, at + mostAtOnce) } })
      for (const name of Object.keys(done) as (keyof typeof done)[]) done[name] += reply[name]
    }
    alertToast(sentSentence({ ...done, leave: mailsLeave() }), done.sent > 0 ? 'success' : 'danger')
  } catch (error) {
    const before =
      done.sent > 0 ? `${sentSentence({ ...done, leave: mailsLeave() })} Poi mi sono fermato: ` : ''
    alertToast(`${before}${errorSentence(error)}`, 'danger')
  }
  await queries.invalidateQueries({ queryKey: ['bills'] })
}

/** As many notices as the server prints at once. */
export const mostNotices = 200

/** Downloads the notices of these bills as one PDF, to be printed. Throws what the server refuses. */
export async function printNotices(ids: readonly number[]): Promise<void> {
  const { blob, name } = await apiFile('GET /v1/bills/printed-notices', { query: { ids: ids.join(',') } })
  saveFile(blob, name)
}

/** The same for a selection; reports why it failed. */
export async function printChosen(ids: () => Promise<string[]>): Promise<void> {
  try {
    await printNotices((await ids()).map(Number))
  } catch (error) {
    alertToast(errorSentence(error, 'Non riesco a preparare gli avvisi. Riprova fra poco.'), 'danger')
  }
}

/** Cancels a bill; reports why it failed. */
export async function cancelBill(id: number) {
  try {
    await showChangedBill(await api('POST /v1/bills/cancel/{id}', { params: { id } }))
    alertToast(`${formatCountOf(1, { one: 'bolletta annullata', many: 'bollette annullate' })}.`, 'success')
  } catch (error) {
    alertToast(`Non l’ho annullata: ${errorSentence(error)}`, 'danger')
  }
}
