/** `atelier serve`: the server alone, over an existing build. SIGTERM and SIGINT end it cleanly. */
import { openControl } from '../src/server/control.ts'
import { createRuntime, type RuntimeOptions } from '../src/server/runtime.ts'
import {
  generatedModel,
  metricsPort,
  mustHavePort,
  port,
  say,
  serverOptions,
  stopMs,
  tracesAddress,
} from './environment.ts'

/** Starts and waits until told to stop. `ready` hears the address. */
export async function serve(options: RuntimeOptions, ready: (address: string) => void): Promise<number> {
  const watched = metricsPort()
  const within = stopMs()
  // Loaded where it is asked for: nobody else waits for it, or holds it in memory.
  const metrics =
    watched === undefined ? undefined : (await import('../src/server/metrics.ts')).createMetrics(options.model)
  const traces =
    tracesAddress() === undefined ? undefined : (await import('../src/server/traces.ts')).createTraces(options.model)
  const runtime = await createRuntime({ ...options, heard: metrics?.heard, traces })
  const orClose = async (error: unknown): Promise<never> => {
    await runtime.close()
    throw error
  }
  const shown = await metrics?.serve(runtime, watched ?? 0, process.env.METRICS_HOST ?? '127.0.0.1').catch(orClose)
  const listening = await runtime.listen(port(), process.env.HOST).catch(async (error: unknown) => {
    await shown?.stop()
    return orClose(error)
  })
  const control = options.databaseUrl ? undefined : await openControl(options.dataDir, runtime.db, options.log)
  const stopped = untilStopped(async () => {
    await control?.()
    await Promise.all([shown?.stop(), runtime.close()])
    await traces?.close()
  }, within)
  if (shown) say(`Metrics are on port ${shown.port}`)
  const address = `http://localhost:${listening}`
  ready(address)
  if (runtime.firstRun !== undefined) say(firstRunText(address, runtime.firstRun))
  await stopped
  return 0
}

/** What whoever started an empty product is told. */
export const firstRunText = (address: string, token: string): string =>
  `Nobody can sign in yet. The first administrator enters at\n  ${address}/first-run?token=${token}\nor is made by \`atelier admin create\`.`

/** Resolves when the process was told to end and has done so cleanly. After `within` ms it ends as if it were killed, which loses nothing. */
export function untilStopped(close: () => Promise<void>, within: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      process.off('SIGTERM', stop).off('SIGINT', stop)
      setTimeout(() => {
        say('Not everything ended in time')
        process.exit(1)
      }, within).unref()
      close().then(resolve, reject)
    }
    process.on('SIGTERM', stop).on('SIGINT', stop)
  })
}

/** A start that fails says why in a sentence. */
export async function orSay(work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (error) {
    console.error(process.env.DEBUG ? error : error instanceof Error ? error.message : error)
    return 1
  }
}

export const run = (): Promise<number> =>
  orSay(async () => {
    await mustHavePort()
    const model = generatedModel()
    return serve({ ...(await serverOptions(model)), log: say }, (address) => say(`Atelier listens on ${address}`))
  })
