/** What Ctrl+K finds: each kind of record under one heading, each record once. */
import { expect, it } from 'vitest'
import { byKind } from '../../../src/web/shell/useRecordHits.ts'

const source = (resource: string, open: string) => ({
  resource,
  label: { zh: resource, en: resource },
  call: `${resource}/select`,
  open,
})
const hit = (key: string, address: string) => ({ key, title: key, hint: '', icon: 'profile', address })

it('finds a record once, where several screens look for its kind', () => {
  const found = [
    { source: source('lead', '/a'), hits: [hit('lead-1', '/a?id=1')] },
    { source: source('order', '/o'), hits: [] },
    { source: source('lead', '/b'), hits: [hit('lead-1', '/b?id=1'), hit('lead-2', '/b?id=2')] },
  ]
  expect(byKind(found, (label) => label.en)).toEqual([
    { title: 'lead', hits: [hit('lead-1', '/a?id=1'), hit('lead-2', '/b?id=2')] },
  ])
})
