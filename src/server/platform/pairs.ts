/** Two lists of one length, side by side. */
export const pairs = <A, B extends object>(left: readonly A[], right: readonly B[]): [A, B][] =>
  left.flatMap((one, at): [A, B][] => {
    const other = right[at]
    return other ? [[one, other]] : []
  })
