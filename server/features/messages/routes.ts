import { ownMessageRoutes } from './own-messages.ts'
import { saveToken } from './save-token.ts'
import { countRecipients, findUsers, listSendings, sendMessage } from './send-message.ts'

export const messageRoutes = [
  ...ownMessageRoutes,
  saveToken,
  countRecipients,
  findUsers,
  sendMessage,
  listSendings,
]
