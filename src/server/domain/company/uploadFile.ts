/** Uploads come as forms and have routes of their own (`files/`); whoever sends JSON is told. */
import type { CallContext, Handlers } from '../call.ts'

const asForm = async (c: CallContext): Promise<never> =>
  c.refuse(undefined, { zh: '请以表单方式上传文件', en: 'Send the file as a form' })

export const handlers: Handlers = { 'upload/uploadImage': asForm, 'upload/upload1': asForm }
