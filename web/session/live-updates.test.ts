import { describe, expect, it } from 'vitest'

const { serverSentData } = await import('./live-updates.ts')

const streamed = (...parts: string[]) =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const part of parts) controller.enqueue(new TextEncoder().encode(part))
        controller.close()
      },
    }),
  )
const read = async (...parts: string[]) => {
  const data: string[] = []
  for await (const each of serverSentData(streamed(...parts))) data.push(each)
  return data
}

describe('serverSentData', () => {
  it('yields one item per event, however the stream is split into chunks', async () => {
    expect(await read('data: {"noun":"bi', 'lls"}\n', '\ndata: {"noun":"payments"}\n\n')).toEqual([
      '{"noun":"bills"}',
      '{"noun":"payments"}',
    ])
  })
  it('skips keep-alive comments', async () => {
    expect(await read(': ciao\n\n', 'event: x\ndata: 1\n\n')).toEqual(['1'])
  })
  it('joins the lines of one event and accepts CRLF', async () => {
    expect(await read('data: a\r\ndata: b\r\n\r\n')).toEqual(['a\nb'])
  })
  it('does not yield an unfinished event', async () => {
    expect(await read('data: half')).toEqual([])
  })
})
