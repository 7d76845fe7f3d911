/** The process in which pictures are read and made (pictures.ts begins it). */
import { PictureTooLarge, remakeImage, viewsOf } from './images.ts'
import type { PictureAnswer, PictureWork } from './pictures.ts'

const answer = (told: PictureAnswer): void => void process.send?.(told)

process.on('message', ({ id, picture, kind }: PictureWork) => {
  const made = kind === undefined ? viewsOf(picture) : remakeImage(picture, kind)
  made.then(
    (pictures) => answer({ id, made: pictures }),
    (error: unknown) => answer({ id, failed: String(error), tooLarge: error instanceof PictureTooLarge }),
  )
})
// Who stops the server from a terminal stops everything of it: what is being made is still handed over.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit())
