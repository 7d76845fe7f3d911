/** The load: a process of its own, which keeps so many connections busy and says how long each answer took. */
import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Job, Load } from './load.ts'
import { QUESTIONS } from './questions.ts'

process.on('message', (job: Job) => {
  run(job).then(
    (load) => process.send?.(load),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})

async function run(job: Job): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: job.connections * job.paths.length })
  const times: number[] = []
  let bytes = 0
  const ask = QUESTIONS[job.question]
  const keepBusy = async (who: number, until: number, note: boolean): Promise<void> => {
    const token = job.tokens[who % job.tokens.length] ?? ''
    // People do not press in step.
    if (job.pace) await wait((job.pace * who) / job.connections)
    while (performance.now() < until) {
      const began = performance.now()
      const asked = ask(job.span, who)
      const texts = await Promise.all(job.paths.map((path) => once(job.port, path, token, agent, asked)))
      if (note) times.push(performance.now() - began)
      bytes = texts.join('').length
      if (job.pace) await wait(Math.max(began + job.pace - performance.now(), 0))
    }
  }
  const together = (ms: number, note: boolean): Promise<unknown> => {
    const until = performance.now() + ms
    return Promise.all(Array.from({ length: job.connections }, (_, who) => keepBusy(who, until, note)))
  }
  await together(job.warm, false)
  const began = performance.now()
  await together(job.ms, true)
  const seconds = (performance.now() - began) / 1000
  agent.destroy()
  return { perSecond: times.length / seconds, times, bytes }
}

function once(port: number, path: string, token: string, agent: Agent, data: unknown): Promise<string> {
  const body = JSON.stringify({ data })
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  }
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method: 'POST', agent, headers }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const text = Buffer.concat(parts).toString('utf8')
        if (text.startsWith('{"status":200')) resolve(text)
        else reject(new Error(`${path}: ${text.slice(0, 300)}`))
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
