/**
 * Signing in with WeChat: the code of an authorisation becomes the person's open id. Needs `WX_APP_ID` and
 * `WX_APP_SECRET`; without them a code alone proves nothing and is refused.
 */
const ADDRESS = 'https://api.weixin.qq.com/sns/oauth2/access_token'
const TIMEOUT_MS = 10_000

/** The open id behind an authorisation code; nothing when WeChat knows none, or is not set up. */
export async function wechatOpenId(code: string, env: NodeJS.ProcessEnv = process.env): Promise<string | undefined> {
  if (!env.WX_APP_ID || !env.WX_APP_SECRET) return undefined
  const query = new URLSearchParams({
    appid: env.WX_APP_ID,
    secret: env.WX_APP_SECRET,
    code,
    grant_type: 'authorization_code',
  })
  try {
    const answer = await fetch(`${ADDRESS}?${query}`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const { openid } = (await answer.json()) as { openid?: unknown }
    return typeof openid === 'string' && openid !== '' ? openid : undefined
  } catch {
    return undefined
  }
}
