import { describe, expect, it } from 'vitest'
import {
  decide,
  isForClients,
  loginAddress,
  targetOf,
  type Decision,
  type Visit,
} from '../../../src/web/access/guard.ts'
import { core } from './core.ts'

const visit = (address: string, rest: Partial<Visit>): Visit => {
  const [path = '/', query] = address.split('?')
  return { path, search: query ? `?${query}` : '', token: false, loaded: false, codes: new Set(), left: false, ...rest }
}

const inside = { token: true, loaded: true, codes: new Set(['home', 'post-001', 'post-003']) }
const unloaded = { token: true }

/** Rules 6.4, a row a sentence: who goes where, and what happens. */
const cases: [says: string, address: string, who: Partial<Visit>, happens: string][] = [
  ['the empty path leads home', '/', {}, 'go /home'],
  ['the empty path leads home for a person too', '/', inside, 'go /home'],
  ['/error leads to /404', '/error', inside, 'go /404'],
  ['without a token the sign-in page shows', '/login', {}, 'show /login bare'],
  [
    'without a token other pages lead to sign-in with the target',
    '/post/letters?tab=2',
    {},
    'go /login?redirect=%2Fpost%2Fletters%3Ftab%3D2',
  ],
  ['a mistyped page of the customers leads to /404', '/own/photo', {}, 'go /404?from=%2Fown%2Fphoto'],
  ['without a token an unknown path leads to sign-in', '/nowhere', {}, 'go /login?redirect=%2Fnowhere'],
  ['without a token a page for staff is not open', '/password', {}, 'go /login?redirect=%2Fpassword'],
  ['without a token open pages pass, without the shell', '/icons', {}, 'show /icons bare'],
  ['without a token the customer signs in on the page itself', '/album', {}, 'show /album bare'],
  [
    'without a token a page for guests stands where the screen has one',
    '/letterbox?id=3',
    {},
    'show /letterbox (signInFirst) bare',
  ],
  ['but not for whoever signed out on purpose', '/letterbox', { left: true }, 'go /login'],
  ['and with a token the screen itself is asked for', '/letterbox', inside, 'refuse /letterbox'],
  ['after signing out on purpose nobody is led back', '/post/letters', { left: true }, 'go /login'],
  ['with a token the sign-in page leads home', '/login', inside, 'go /home'],
  ['just signed in, it leads to the target', '/login', { ...unloaded, arrival: '/post/letters' }, 'go /post/letters'],
  ['with a token and nothing loaded, user info is fetched first', '/post/letters', unloaded, 'load'],
  ['even for an unknown path', '/nowhere', unloaded, 'load'],
  ['but not for a page that stands alone', '/player', unloaded, 'show /player bare'],
  ['a granted page shows in the shell', '/post/letters', inside, 'show /post/letters shell'],
  ['a slash at the end does not matter', '/post/letters/', inside, 'show /post/letters shell'],
  ['a page without its code is refused in the shell', '/post/parcels', inside, 'refuse /post/parcels'],
  [
    'home leads to the first page of a role that has none',
    '/home',
    { ...inside, codes: new Set(['post-002']) },
    'go /post/parcels',
  ],
  ['and is refused to a role without any page', '/home', { ...inside, codes: new Set() }, 'refuse /home'],
  ['a page for all staff needs no code', '/password', inside, 'show /password shell'],
  ['an unknown path leads to /404', '/nowhere?a=1', inside, 'go /404?from=%2Fnowhere%3Fa%3D1'],
  ['/404 shows', '/404', inside, 'show /404 bare'],
]

const told = (decision: Decision) => {
  if (decision.do === 'go') return `go ${decision.to}`
  if (decision.do === 'refuse') return `refuse ${decision.route.route}`
  if (decision.do !== 'show') return decision.do
  const { route, page } = decision.route
  return `show ${route}${page ? ` (${page})` : ''} ${decision.chrome ? 'shell' : 'bare'}`
}

describe('the route guard', () => {
  it.each(cases)('%s', (_says, address, who, happens) => {
    expect(told(decide(core, visit(address, who)))).toBe(happens)
  })

  it('says by itself that a path is unknown when the product has no page for it', () => {
    const bare = { ...core, routes: core.routes.filter((route) => route.route !== '/404') }
    expect(decide(bare, visit('/nowhere', inside))).toEqual({ do: 'unknown' })
  })
})

describe('a former address', () => {
  const moved = {
    ...core,
    routes: core.routes.map((route) => (route.route === '/post/letters' ? { ...route, was: ['/mail'] } : route)),
  }

  it.each([
    ['leads to where the screen is now, with its query', '/mail?tab=2', 'go /post/letters?tab=2'],
    ['is one only as a whole', '/mail/2', 'go /404?from=%2Fmail%2F2'],
  ])('%s', (_says, address, happens) => {
    expect(told(decide(moved, visit(address, inside)))).toBe(happens)
  })
})

describe("whether an address is the customers', whose session is another", () => {
  const moved = {
    ...core,
    routes: core.routes.map((route) => (route.route === '/album' ? { ...route, was: ['/pictures'] } : route)),
  }

  it.each([
    ['/album', true],
    ['/album/', true],
    // It leads there only when the session is chosen already.
    ['/pictures', true],
    ['/post/letters', false],
    ['/nowhere', false],
  ])('%s: %s', (address, theirs) => expect(isForClients(moved, address)).toBe(theirs))
})

describe('the target of signing in', () => {
  it('survives the way there and back', () => {
    const address = loginAddress({ path: '/post/parcel', search: '?id=3&x=%E7%8E%8B', left: false })
    expect(targetOf(address.slice('/login'.length))).toBe('/post/parcel?id=3&x=%E7%8E%8B')
  })

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', ''])(
    'never leaves the product: %s',
    (target) => {
      expect(targetOf(`?${new URLSearchParams({ redirect: target })}`)).toBe('/')
    },
  )
})
