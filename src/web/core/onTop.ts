const seen = (all: NodeListOf<Element>): Element[] => [...all].filter((one) => one.checkVisibility())

/** Whether nothing lies over an element: it stands in the uppermost dialog or sheet, or there is none. */
export function isOnTop(element: Element): boolean {
  const over = seen(document.querySelectorAll('.ant-modal-wrap, .ant-drawer-content')).at(-1)
  return over === undefined || over.contains(element)
}
