/** SQL over the entries of nested fields. */

/** Maps the elements of a jsonb list; a value that is no list becomes an empty one. `depth` separates nested lists. */
export function overList(json: string, depth: number, write: (one: string) => string): string {
  const one = `one${depth}`
  const list = `case when jsonb_typeof(${json}) = 'array' then ${json} else '[]'::jsonb end`
  return `(select coalesce(jsonb_agg(${write(one)} order by at${depth}), '[]'::jsonb) from jsonb_array_elements(${list}) with ordinality as list${depth} (${one}, at${depth}))`
}

/** Rewrites an entry; a value that is no entry stays as it is. */
export function overEntry(json: string, rewritten: string): string {
  return `case when jsonb_typeof(${json}) = 'object' then ${rewritten} else ${json} end`
}
