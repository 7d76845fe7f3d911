// The process in which pictures are read and made (pictures.ts). In this repository TypeScript is run as it stands.
import { existsSync } from 'node:fs'

const source = new URL('./images.ts', import.meta.url)
const isSource = existsSync(source)
if (isSource) await import('../../../bin/typescript.mjs')
const { PictureTooLarge, remakeImage, viewsOf } = await import(
  isSource ? source.href : new URL('./images.js', import.meta.url).href
)

process.on('message', ({ id, picture, kind }) => {
  const made = kind === undefined ? viewsOf(picture) : remakeImage(picture, kind)
  made.then(
    (answer) => process.send({ id, made: answer }),
    (error) => process.send({ id, failed: String(error), tooLarge: error instanceof PictureTooLarge }),
  )
})
// Who stops the server from a terminal stops everything of it: what is being made is still handed over.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit())
process.send({ ready: true })
