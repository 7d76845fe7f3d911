/** The calls that fields and views make by themselves (rules 6.7); every other call is named in the model. */
export const CALLS = {
  uploadImage: { path: 'upload/uploadImage', part: 'image' },
  uploadFile: { path: 'upload/upload1', part: 'picture' },
  history: 'operatelogs/history',
  job: 'job/progress',
  template: 'template/getUrl',
} as const
