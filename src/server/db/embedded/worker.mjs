/** The thread of the embedded database. Requests that come before it listens wait in the port. */
import { parentPort, workerData } from 'node:worker_threads'
import { startEngine } from './engine.mjs'

const take = await startEngine(workerData, (message, transfer) => {
  parentPort.postMessage(message, transfer)
  if (message === 'closed') parentPort.close()
})
if (take) parentPort.on('message', take)
