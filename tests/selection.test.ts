import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Model } from '../src/model/model.ts'
import { changed, named, speakingOf } from './selection.ts'

const model = JSON.parse(readFileSync('src/generated/model.json', 'utf8')) as Model

describe('what a run is about', () => {
  it('is a screen by its route, with the resources its calls reach', () => {
    const found = named(model, '/cash/refund')
    expect(found).toMatchObject({ routes: ['/cash/refund'], own: ['/cash/refund'] })
    expect(found?.resources).toContain('refund')
  })

  it('is a resource by its name, with every screen that reaches it', () => {
    const found = named(model, 'refund')
    expect(found).toMatchObject({ resources: ['refund'], own: [] })
    expect(found?.routes).toContain('/cash/refund')
    expect(found?.routes).not.toContain('/change-password')
  })

  it('is nothing where nothing is called so', () => expect(named(model, 'refunds')).toBeUndefined())

  it.each([
    ['a screen', 'schemas/screens/cash/refund.json', '/cash/refund', 'refund'],
    ['a resource', 'schemas/resources/order/refund.json', '/cash/refund', 'refund'],
    ['a dictionary', 'schemas/dictionaries/refund_status.json', '/cash/refund', 'refund'],
    ['a group of the menu', 'schemas/screens/cash/_group.json', '/cash/refund', 'refund'],
  ])('follows the change of %s', (_, file, route, resource) => {
    expect(changed(model, [file])).toMatchObject({
      routes: expect.arrayContaining([route]),
      resources: expect.arrayContaining([resource]),
    })
  })

  it('is everything where all schemas stand on what changed', () =>
    expect(changed(model, ['schemas/meta/call.schema.json'])).toBe('all'))

  it('is no screen where only code changed', () =>
    expect(changed(model, ['src/server/domain/cash/bill.ts'])).toEqual({ routes: [], resources: [], own: [] }))

  it('is the screen whose file changed, apart from those that share its calls', () =>
    expect(changed(model, ['schemas/screens/cash/refund.json'])).toMatchObject({ own: ['/cash/refund'] }))

  it('are the tests, too, that speak of a screen, and of no other that begins like it', () =>
    expect(
      speakingOf(['/cash/refund'], {
        plain: "goto('/cash/refund')",
        asked: 'goto(`/cash/refund?id=${id}`)',
        other: "goto('/cash/refund-station')",
      }),
    ).toEqual(['plain', 'asked']))
})
