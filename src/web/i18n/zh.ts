/** Sentences of the shell and the core in Chinese; `en.ts` has the same keys. `{holes}` are filled by the caller. */
export const zh = {
  ok: '确定',
  cancel: '取消',
  serverBusy: '服务器繁忙请重新登录或刷新重试',
  loading: '努力加载中....',
} as const

export type SentenceKey = keyof typeof zh
