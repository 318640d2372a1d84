import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Aborts when the reply has been sent or its client has left; is aborted when that was before the call. The socket is
 * asked too: a reply that waits behind another on its connection is not told when the connection closes.
 */
export function replyOver({ raw: { socket } }: FastifyRequest, { raw: reply }: FastifyReply): AbortSignal {
  const over = new AbortController()
  const end = () => {
    reply.off('finish', end).off('close', end)
    socket.off('close', end)
    over.abort()
  }
  reply.once('finish', end).once('close', end)
  socket.once('close', end)
  if (reply.writableFinished || reply.destroyed || socket.destroyed) end()
  return over.signal
}
